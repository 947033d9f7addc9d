"""What tests ask about the scripts and presets of the project."""

import json
import os
import subprocess


def presets(root: str) -> set[str]:
    with open(os.path.join(root, "CMakePresets.json"), encoding="utf-8") as file:
        return {preset["name"] for preset in json.load(file)["configurePresets"]}


def check_script(root: str, script: str) -> str | None:
    """What is wrong with the script, if anything."""
    path = os.path.join(root, script)
    if not os.path.isfile(path):
        return "no such file"
    if not os.access(path, os.X_OK):
        return "not executable"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.startswith("#!/usr/bin/env python3\n"):
        try:
            compile(text, path, "exec")
        except SyntaxError as error:
            return str(error)
        return None
    parsed = subprocess.run(
        ["bash", "-n", path], stderr=subprocess.PIPE, text=True, check=False
    )
    return parsed.stderr if parsed.returncode else None
