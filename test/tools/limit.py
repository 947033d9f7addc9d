"""Runs a program with little memory or time.

Usage: limit.py RESOURCE AMOUNT COMMAND...

RESOURCE is "as" (address space, in MiB) or "cpu" (seconds of processor time).
"""

import os
import resource
import sys

kind, amount = sys.argv[1], int(sys.argv[2])
if kind == "as":
    amount <<= 20
limit = {"as": resource.RLIMIT_AS, "cpu": resource.RLIMIT_CPU}[kind]
resource.setrlimit(limit, (amount, amount))
os.execvp(sys.argv[3], sys.argv[3:])
