# ===- docs_shell.py - Commands of the documentation ---------------*- Python -*-===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Takes commands out of Markdown pages and runs them as a user would."""

import os
import re
import subprocess
import sys


def section(text, title):
    """The text from a heading to the next one."""
    return re.search(r"^## %s\n(.*?)(?=^## |\Z)" % title, text, re.M | re.S).group(1)


def commands(text):
    return "".join(re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S))


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


class Shell:
    def __init__(self, home, compiler):
        self.home = home
        self.environment = {
            "CXX": compiler,
            "HOME": home,
            "PATH": os.path.join(home, "hlo-mem-opt/bin") + ":" + os.environ["PATH"],
        }

    def run(self, script, folder="."):
        """Runs the commands in a folder below the home."""
        process = subprocess.run(
            ["bash", "-euxo", "pipefail", "-c", script],
            cwd=os.path.join(self.home, folder),
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        sys.stdout.write(process.stdout)
        if process.returncode:
            sys.stderr.write(process.stdout)
            sys.exit(process.returncode)
        return process.stdout
