"""Sums the parts of dumps by the lists of other reports.

check-parts.py HLO-MEM-OPT INPUT...: of each module and memory space the kinds and the
parts add up to what `spaces` says is allocated; padding is that of the buffers that
`peak` lists; and what is allocated and not live is gaps, results that are not yet
written, or not named since nothing tells when it is live. The last two are not checked
where some values have no live range. Prints how many spaces were
checked; exit status 1 if a sum is wrong.
"""

import collections
import json
import subprocess
import sys
from typing import Any

PIPELINE = "spaces,peak<top=0;fold=off>,attribute<by=part;top=0>"


def read_remarks(program: str, inputs: list[str]) -> list[dict[str, Any]]:
    """Runs the three reports over all inputs."""
    run = subprocess.run(
        [program, "-no-verify", f"-passes={PIPELINE}", "-format=json", *inputs],
        capture_output=True,
        text=True,
        check=False,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


class Space:
    """What the reports say of one memory space of one module."""

    def __init__(self) -> None:
        self.allocated: int | None = None
        self.of_parts: int | None = None
        self.kinds: dict[str, int] = {}
        self.parts: dict[str, int] = collections.Counter()
        self.live = 0
        self.padding = 0
        self.unwritten = 0
        self.unknown = 0
        self.has_peak = False

    def find_mistakes(self) -> list[str]:
        """Lists the sums that are wrong."""
        allocated = self.allocated or 0
        checks = [
            ("allocated", self.of_parts or 0, allocated),
            ("kinds", sum(self.kinds.values()), allocated),
            ("parts", dict(self.parts), self.kinds),
        ]
        if self.has_peak and self.unknown == 0:
            idle = self.kinds.get("gaps", 0) + self.unwritten
            checks += [
                ("padding", self.kinds.get("padding", 0), self.padding),
                ("idle", idle, allocated - self.live),
            ]
        return [f"{what}: {is_} is not {was}" for what, is_, was in checks if is_ != was]


def main() -> int:
    """Checks all inputs."""
    program, *inputs = sys.argv[1:]
    spaces: dict[tuple[str, int], Space] = collections.defaultdict(Space)
    current: Space = Space()
    for remark in read_remarks(program, inputs):
        name, args = remark["name"], remark["args"]
        module = remark["id"].rpartition(".")[0] + " " + (remark["module"] or "")
        if "Space" in args:
            number = args["Space"]
            number = number["number"] if isinstance(number, dict) else number
            current = spaces[module, number]
        if name == "SpaceTotal":
            current.allocated = args["Allocated"]
        elif name == "PeakAt":
            current.has_peak = True
        elif name == "UnknownRanges":
            current.unknown = args["Size"]
        elif name == "PeakBuffer":
            current.live += args["Bytes"]
            logical = args.get("Logical")
            current.padding += args["Bytes"] - min(
                args["Bytes"], args["Bytes"] if logical is None else logical
            )
        elif name in ("PartsOfSpace", "PartsOfSpaceAtNoTime"):
            current.of_parts = args["Allocated"]
        elif name == "PartKindRow":
            current.kinds[args["Kind"]] = args["Total"]
        elif name == "PartRow":
            current.parts[args["Kind"]] += args["Bytes"]
            if args["Detail"] in ("not yet written", "live at unknown times"):
                current.unwritten += args["Bytes"]
    wrong = 0
    for (module, number), space in spaces.items():
        for mistake in space.find_mistakes():
            print(f"{module}: space {number}: {mistake}")
            wrong += 1
    print(f"{len(spaces)} spaces checked")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
