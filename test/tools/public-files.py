#!/usr/bin/env python3
# ===- public-files.py - The files that a hosting site and editors read -------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Checks workflows, issue forms and the devcontainer.

Usage: public-files.py ROOT

ROOT/.github/workflows/*.yml must be workflows whose actions are pinned to a major
version and whose commands, for every combination of their matrix, are scripts of
the project with options that they have and presets that exist. Issue forms must be
well-formed, and that for bugs must ask for what a bug depends on. The devcontainer
must name files and scripts that exist.
"""

import itertools
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from project_scripts import check_script, presets

ACTION = re.compile(r"[\w-]+/[\w./-]+@v\d+")
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
SCRIPT = re.compile(r"(utils|\.ci|test)/")
# What else a step may run.
OTHERS = {"apt-get", "cmake"}
FORM_ITEMS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}
# What the form for bugs must insist on.
ASKED = {"dump", "version", "backend"}


class Checker:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.count = 0
        self.failures = 0

    def expect(self, holds: object, place: str, wrong: str) -> None:
        self.count += 1
        if not holds:
            self.failures += 1
            print("%s: %s" % (place, wrong))

    def check_commands(self, place: str, text: str) -> None:
        """Each command of a shell text is a script of the project or known."""
        for unknown in EXPRESSION.findall(text):
            self.expect(False, place, "unknown: %s" % unknown)
        for line in re.split(r"&&|\n", EXPRESSION.sub("", text)):
            words = shlex.split(line)
            if not words:
                continue
            script = words[0]
            if SCRIPT.match(script):
                wrong = check_script(str(self.root), script)
                self.expect(not wrong, place, "%s: %s" % (script, wrong))
                if not wrong:
                    self.check_arguments(place, script, words[1:])
            else:
                self.expect(script in OTHERS, place, "%s: not a known command" % script)
            for option, name in itertools.pairwise(words):
                if option == "--preset":
                    self.check_preset(place, name)

    def check_arguments(self, place: str, script: str, arguments: list[str]) -> None:
        usage = subprocess.run(
            [self.root / script, "--help"], capture_output=True, text=True, check=False
        ).stdout
        for argument in arguments:
            if argument.startswith("--"):
                self.expect(
                    re.search(r"%s\b" % re.escape(argument), usage),
                    place,
                    "%s has no option %s" % (script, argument),
                )
            elif script == "utils/check.sh":
                self.check_preset(place, argument)

    def check_preset(self, place: str, name: str) -> None:
        self.expect(name in presets(str(self.root)), place, "no such preset: %s" % name)

    def check_workflow(self, path: Path) -> None:
        place = str(path.relative_to(self.root))
        workflow = load(path)
        # YAML 1.1 reads the key `on` as true.
        for key in "name", True, "permissions", "jobs":
            self.expect(key in workflow, place, "lacks '%s'" % key)
        for name, job in workflow.get("jobs", {}).items():
            self.check_job("%s: %s" % (place, name), job)

    def check_job(self, place: str, job: dict[str, Any]) -> None:
        for key in "runs-on", "timeout-minutes", "steps":
            self.expect(key in job, place, "lacks '%s'" % key)
        for step in job.get("steps", []):
            self.check_step(place, step)
            commands = {expand(step.get("run", ""), v) for v in combinations(job)}
            for command in sorted(commands):
                self.check_commands(place, command)

    def check_step(self, place: str, step: dict[str, Any]) -> None:
        self.expect(
            len({"uses", "run"} & set(step)) == 1,
            place,
            "a step runs or uses one thing",
        )
        if "uses" in step:
            self.expect(
                ACTION.fullmatch(step["uses"]),
                place,
                "%s: not pinned to a major version" % step["uses"],
            )
        for text in step.get("with", {}).values():
            for file in re.findall(r"hashFiles\('(.*?)'\)", str(text)):
                self.expect(
                    (self.root / file).exists(), place, "no such file: %s" % file
                )

    def check_form(self, path: Path) -> None:
        place = str(path.relative_to(self.root))
        form = load(path)
        for key in "name", "description", "body":
            self.expect(form.get(key), place, "lacks '%s'" % key)
        required = set()
        for item in form.get("body", []):
            self.expect(
                item.get("type") in FORM_ITEMS, place, "unknown type in %s" % item
            )
            if item.get("type") == "markdown":
                continue
            label = item.get("attributes", {}).get("label")
            self.expect(label and item.get("id"), place, "lacks id or label: %s" % item)
            if item.get("type") == "dropdown":
                options = item["attributes"].get("options", [])
                self.expect(
                    options and len(set(options)) == len(options),
                    place,
                    "no or equal options: %s" % label,
                )
            if item.get("validations", {}).get("required"):
                required.add(item.get("id"))
        if path.stem == "bug":
            for name in sorted(ASKED - required):
                self.expect(False, place, "does not insist on the %s" % name)

    def check_container(self, path: Path) -> None:
        place = str(path.relative_to(self.root))
        container = json.loads(path.read_text(encoding="utf-8"))
        self.check_commands(place, container["postCreateCommand"])
        dockerfile = path.parent / container["build"]["dockerfile"]
        context = (path.parent / container["build"]["context"]).resolve()
        self.expect(dockerfile.is_file(), place, "no such file: %s" % dockerfile.name)
        text = dockerfile.read_text(encoding="utf-8") if dockerfile.is_file() else ""
        self.expect("FROM debian:12\n" in text, place, "is not based on Debian 12")
        copies = re.findall(r"^COPY (\S+) (\S+)$", text, re.M)
        self.expect(copies, place, "copies no script into the image")
        for source, target in copies:
            self.expect((context / source).is_file(), place, "no such file: " + source)
            for call in re.findall(r"^RUN %s (.*?) &&" % re.escape(target), text, re.M):
                self.check_commands(place, "%s %s" % (source, call))


def load(path: Path) -> dict[Any, Any]:
    loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded if isinstance(loaded, dict) else {}


def combinations(job: dict[str, Any]) -> Iterator[dict[str, str]]:
    """What the expressions of a job's matrix stand for, in each run of it."""
    matrix = job.get("strategy", {}).get("matrix", {})
    names = ["matrix." + name for name in matrix]
    for values in itertools.product(*matrix.values()):
        yield dict(zip(names, map(str, values), strict=True))


def expand(command: str, values: dict[str, str]) -> str:
    """The command with the values of expressions that are known."""
    return EXPRESSION.sub(
        lambda found: values.get(found.group(1), found.group(0)), command
    )


def main() -> int:
    checker = Checker(Path(sys.argv[1]).resolve())
    github = checker.root / ".github"
    for path in sorted((github / "workflows").glob("*.yml")):
        checker.check_workflow(path)
    for path in sorted((github / "ISSUE_TEMPLATE").glob("*.yml")):
        if path.stem != "config":
            checker.check_form(path)
    checker.check_container(checker.root / ".devcontainer/devcontainer.json")
    print("%d checks, %d failures" % (checker.count, checker.failures))
    return 1 if checker.failures else 0


if __name__ == "__main__":
    sys.exit(main())
