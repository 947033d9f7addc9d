#!/usr/bin/env python3
"""Checks the trace of -time-trace that comes on the standard input.

Events of a thread must be nested: one that begins in another one ends there.
Prints the number of threads with events, then the events of each thread in the
order of time, indented by their depth.
"""

import collections
import json
import sys


def main():
    trace = json.loads(sys.stdin.buffer.read().decode("utf-8", errors="strict"))
    threads = collections.defaultdict(list)
    for order, event in enumerate(trace["traceEvents"]):
        if event["ph"] == "X" and not event["name"].startswith("Total "):
            begin, end = event["ts"], event["ts"] + event["dur"]
            # Inner ones are recorded before outer ones.
            threads[event["tid"]].append((begin, -end, -order, event))
    count = len(threads)
    print(count, "thread" if count == 1 else "threads")
    for events in threads.values():
        open_events = []
        for begin, end, order, event in sorted(events, key=lambda e: e[:3]):
            # Times are cut to microseconds: of two that touch, only the one that
            # was recorded first can be in the other.
            while open_events and (
                open_events[-1][0] < begin
                or (open_events[-1][0] == begin and order < open_events[-1][1])
            ):
                open_events.pop()
            if open_events and -end > open_events[-1][0] + 1:
                sys.exit(f"{event} goes beyond the one that it is in")
            depth = len(open_events)
            open_events.append((-end, order))
            detail = event.get("args", {}).get("detail", "")
            print("  " * depth + " ".join(filter(None, [event["name"], detail])))


if __name__ == "__main__":
    main()
