"""Runs a program in ever more address space.

Usage: little-memory.py OUTPUT COMMAND...

Each run must end well, or with exit code 1 and one line of error, and without the
file OUTPUT; both must happen. Prints how many different OUTPUTs and lines of
error there were, and these lines.
"""

import os
import resource
import subprocess
import sys

MIB = 1 << 20
output, command = sys.argv[1], sys.argv[2:]
messages, documents = set(), set()
failures = 0
for limit in range(4, 513, 4):

    def set_limit():
        resource.setrlimit(resource.RLIMIT_AS, (limit * MIB, limit * MIB))

    run = subprocess.run(
        command,
        preexec_fn=set_limit,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    text = run.stderr.decode()
    # The system could not load it, or it came no further than its libraries, LLVM's
    # among them, which report before the program can say how.
    if "shared" in text or "terminate called" in text or run.returncode == -11 and not text:
        continue
    is_hardly_loaded = limit * MIB < 2 * os.path.getsize(command[0])
    if is_hardly_loaded and text == "LLVM ERROR: out of memory\nAllocation failed\n":
        continue
    files = [name for name in os.listdir(".") if name.endswith(".temp")]
    if run.returncode == 0:
        with open(output, "rb") as file:
            documents.add(file.read())
        os.remove(output)
        if len(documents) == 1 and failures and limit >= 128:
            break
    elif run.returncode != 1 or text.count("\n") != 1 or os.path.exists(output) or files:
        sys.exit("%d MiB: exit code %d\n%s%s" % (limit, run.returncode, text, files))
    else:
        failures += 1
        messages.add(text)
print("%d documents, %d messages" % (len(documents), len(messages)))
print("".join(sorted(messages)), end="")
