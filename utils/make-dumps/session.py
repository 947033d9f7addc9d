# ===- session.py - What a run shares ----------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What one run of make-dumps.py shares: its results, its limits, its failures."""

from report import note
from results import Results
from workers import Limits


class Session:
    """How to compile, and a count of what failed."""

    def __init__(
        self, results: Results, limits: Limits, flags: str, keep_all: bool
    ) -> None:
        self.results = results
        self.limits = limits
        self.flags = flags  # for XLA, from the command line
        self.keep_all = keep_all
        self.failed = 0
        self.total = 0
        self.said: set[str] = set()

    def fail(self, reason: object, count: int = 1) -> None:
        """Counts programs that failed for a reason, which is said once."""
        self.failed += count
        text = str(reason)
        if text not in self.said:
            self.said.add(text)
            note("error", text)

    def status(self) -> int:
        """The exit status, after a line that counts the failures."""
        if self.failed:
            note("error", "%d of %d programs failed" % (self.failed, self.total))
        return 1 if self.failed else 0
