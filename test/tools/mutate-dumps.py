"""Damages dumps in many ways: none may crash the program or pass unnoticed.

Usage: mutate-dumps.py TOOL CORPUS [--count N] [--first N] [--seed N]
                       [--seconds N] [--keep FOLDER]

Makes N mutants (2,000) of the files in the folder CORPUS, the same ones in every
run, and has `TOOL -passes=peak,frag,print` read each from its stdin. A run must
end within N seconds (10) and with exit status

    0   and the very bytes of the mutant on stdout;
    1   and nothing on stdout, but an error with a place in the mutant on stderr;
    3   and on stdout nothing or the very bytes of the mutant

(of a log, and of several dumps in one text, other things may be on stdout)
and may take 64 MiB of memory in all beside the size of its input. A tool that is
built with sanitizers takes eight times that.

--first begins with a later mutant, --keep writes those that failed to a folder.
"""

import argparse
import multiprocessing
import os
import random
import re
import select
import signal
import sys
import tempfile

HEAD = b"BufferAssignment:"
PASSES = "-passes=peak,frag,print"
MEMORY = 64 << 20
FAILURES_SHOWN = 10
POSITION = re.compile(rb"^<stdin>:(\d+):\d+: error: ", re.MULTILINE)

WORDS = [
    b"BufferAssignment:\n",
    b"allocation 0: size 16, maybe-live-out:\n",
    b"allocation 1: 0x10, size 8, color 1, preallocated-temp:\n",
    b" value: <1 a @0> (size=16,offset=0): f32[4]{0}\n",
    b"  a[](#1 @0) [0,16]: f32[4]{0}\n",
    b"  1 a @0, positions:\n",
    b" [0,16]: f32[4]{0}\n",
    b" reused by buffers of a different color:\n",
    b"  value: <1 a> (color=1)\n",
    b"\nTotal bytes used: 16 (16B)\n",
    b"\nUsed values:\n",
    b"<1 a @0>\n",
    b" positions:\n",
    b" uses:\n",
    b" uses are not initialized yet.\n",
    b"  (none)\n",
    b"  a {0}\n",
    b"  a, operand 0\n",
    b" from instruction: %a = f32[4]{0} parameter(0)\n",
    b"\n\nHloLiveRange (max 1):\n",
    b"HloLiveRange not available (finalized or constructed from proto)\n",
    b"  InstructionSequence:\n",
    b"    0:a\n",
    b"  BufferLiveRange:\n",
    b"    a{}:0-1\n",
    b"  Live ranges at 0 (peak):\n",
    b"    a: 16 bytes\n",
    b"    a{}: 16 bytes (cumulative: 16 bytes)\n",
    b"  Live ranges at every moment:\n",
    b"    0, 16 bytes: a\n",
    b"  Stack trace breakdown for peak usage: 16 bytes\n",
    b"    a (100.0%, total: 16 bytes, current: 16 bytes, remaining: 0 bytes)\n",
    "      ├── ".encode(),
    "      │   └── ".encode(),
    b"(((((((([[[[{{{{",
    b'"',
    b"\\",
    b"<",
    b"|",
    b" (phi)",
    b" @1",
    b"{0,1}",
    b"\n",
    b"\r\n",
    b"\0",
]
NUMBERS = [0, 1, -1, 2**31, 2**32 - 1, 2**32, 2**53, 2**63 - 1, 2**63]
NUMBERS += [2**64 - 1, 2**64, 10**40]
LOG = b"2025-01-01 00:00:00.000000: I xla/service/buffer_assignment.cc:12] "


def flip(rng, data):
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8])):
        at = rng.randrange(len(data))
        data[at] = rng.choice([data[at] ^ (1 << rng.randrange(8)), rng.randrange(256)])
    return bytes(data)


def span(rng, data):
    begin = rng.randrange(len(data))
    return begin, min(len(data), begin + rng.choice([1, 4, 16, 256, 4096]))


def delete(rng, data):
    begin, end = span(rng, data)
    return data[:begin] + data[end:]


def repeat(rng, data):
    begin, end = span(rng, data)
    return data[:end] + data[begin:end] * rng.choice([1, 1, 1, 20]) + data[end:]


def truncate(rng, data):
    return data[: rng.randrange(len(data))]


# Ids, places, memory spaces, live ranges: a dump that contradicts itself is read.
FACTS = rb"(?<=<|@|#)\d+|(?<==)\d+(?=[,)])|(?<=:)\d+(?=-)|(?<=-)\d+(?=\n)"


def number(rng, data):
    found = list(re.finditer(rng.choice([rb"\d+", FACTS, FACTS]), data))
    if not found:
        return data
    chosen = rng.sample(found, min(len(found), rng.choice([1, 1, 3])))
    for match in sorted(chosen, key=lambda match: -match.start()):
        old = int(match.group()[:20])
        near = [old + 1, old + 2, abs(old - 1), old * 2, old // 2, old + 64]
        new = rng.choice(NUMBERS + near * 3)
        data = data[: match.start()] + b"%d" % new + data[match.end() :]
    return data


def lines(rng, data):
    all_lines = data.splitlines(keepends=True)
    for _ in range(rng.choice([1, 1, 1, 5])):
        a, b = rng.randrange(len(all_lines)), rng.randrange(len(all_lines))
        what = rng.randrange(4)
        if what == 0:
            all_lines[a], all_lines[b] = all_lines[b], all_lines[a]
        elif what == 1:
            all_lines.insert(b, all_lines[a])
        elif what == 2 and len(all_lines) > 1:
            del all_lines[a]
        else:
            all_lines[min(a, b) : max(a, b)] = []
    return b"".join(all_lines)


def word(rng, data):
    for _ in range(rng.choice([1, 1, 3])):
        at = rng.randrange(len(data) + 1)
        if rng.randrange(2):
            # Most words are lines.
            at = data.find(b"\n", at) + 1
        data = data[:at] + rng.choice(WORDS) + data[at:]
    return data


def splice(rng, data, other):
    if rng.randrange(2):
        return data[: rng.randrange(len(data))] + other[rng.randrange(len(other)) :]
    mine, theirs = (text.splitlines(keepends=True) for text in (data, other))
    begin = rng.randrange(len(theirs))
    at = rng.randrange(len(mine) + 1)
    mine[at:at] = theirs[begin : begin + rng.choice([1, 4, 40])]
    return b"".join(mine)


def wrap(rng, data):
    what = rng.randrange(5)
    if what == 0:
        return data.replace(b"\n", b"\r\n")
    if what == 1:
        # Not all of the lines.
        return re.sub(rb"\n", lambda _: rng.choice([b"\n", b"\r\n"]), data)
    if what == 2:
        return b"\xef\xbb\xbf" + data
    if what == 3:
        return b"\n" * rng.choice([1, 2, 50]) + data + b"\n" * rng.choice([0, 1, 9])
    return b"".join(LOG + line for line in data.splitlines(keepends=True))


CHANGES = [flip, delete, repeat, truncate, number, number, lines, lines, word]
CHANGES += [splice, wrap]


def mutant(index, seed, sound, corpus):
    """Bytes number `index`, and the names of what made them."""
    rng = random.Random("%d-%d" % (seed, index))
    data, other = rng.choice(sound), rng.choice(corpus)
    names = []
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        change = rng.choice(CHANGES)
        if data:
            more = [other] if change is splice else []
            data = change(rng, data, *more)
            names.append(change.__name__)
    return data, "+".join(names)


class Run:
    """One finished process: exit status, stdout, stderr, bytes of memory."""

    def __init__(self, tool, folder, data, seconds):
        path = os.path.join(folder, "%d" % os.getpid())
        names = [path + suffix for suffix in (".in", ".out", ".err")]
        with open(names[0], "wb") as file:
            file.write(data)
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
        child = os.posix_spawn(
            tool,
            [tool, PASSES, "-"],
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, names[0], os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, names[1], flags, 0o600),
                (os.POSIX_SPAWN_OPEN, 2, names[2], flags, 0o600),
            ],
        )
        self.timed_out = not ends_within(seconds, child)
        if self.timed_out:
            os.kill(child, signal.SIGKILL)
        _, status, usage = os.wait4(child, 0)
        self.status = os.waitstatus_to_exitcode(status)
        # That of this script is the least that can be seen: a process begins as
        # a copy of it.
        self.memory = usage.ru_maxrss * 1024
        with open(names[1], "rb") as file:
            self.stdout = file.read()
        with open(names[2], "rb") as file:
            self.stderr = file.read()


def ends_within(seconds, child):
    handle = os.pidfd_open(child)
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)


def complaint(run, data, sanitized):
    """What is wrong with a run, or None."""
    stderr = run.stderr.decode("utf-8", "replace")
    if run.timed_out:
        return "does not end"
    if run.status < 0 or "Sanitizer" in stderr or "runtime error:" in stderr:
        return "exit status %d: %s" % (run.status, stderr)
    if run.memory > (MEMORY + len(data)) * (8 if sanitized else 1):
        return "takes %d KiB of memory" % (run.memory >> 10)
    if run.status not in (0, 1, 3):
        return "exit status %d: %s" % (run.status, stderr)
    if run.status == 1:
        # Of several dumps in one text those that are sound are written.
        if run.stdout and data.count(HEAD) < 2:
            return "output on stdout beside an error"
        position = POSITION.search(run.stderr)
        if not position:
            return "no error with a place on stderr: " + stderr
        if int(position.group(1)) > data.count(b"\n") + 1:
            return "error past the end of the file: " + stderr
    # A log is written without what wraps its lines, and a dump without what the
    # program said it left out.
    elif "what stands before 'BufferAssignment:' in line" in stderr:
        return None
    elif LOG not in data and run.stdout != data and (run.stdout or run.status == 0):
        return "other bytes are written back"
    return None


class Checker:
    """What all mutants share; made once in each process of the pool."""

    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = folder
        self.tool = os.path.abspath(arguments.tool)
        self.corpus = []
        self.sound = []
        for name in sorted(os.listdir(arguments.corpus)):
            with open(os.path.join(arguments.corpus, name), "rb") as file:
                self.corpus.append(file.read())
            # What is refused anyway is good for parts only.
            if "-errors" not in name and self.corpus[-1].startswith(HEAD):
                self.sound.append(self.corpus[-1])
        with open(self.tool, "rb") as file:
            self.sanitized = b"__asan_init" in file.read()

    def check(self, index):
        data, names = mutant(
            index, self.arguments.seed, self.sound, self.corpus
        )
        run = Run(self.tool, self.folder, data, self.arguments.seconds)
        wrong = complaint(run, data, self.sanitized)
        if wrong and self.arguments.keep:
            with open(os.path.join(self.arguments.keep, "%d" % index), "wb") as file:
                file.write(data)
        return names, run.status, wrong


def start(*arguments):
    global checker
    checker = Checker(*arguments)


def check(index):
    return checker.check(index)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("tool")
    parser.add_argument("corpus")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
    by_status = {}
    failures = []
    indices = range(arguments.first, arguments.first + arguments.count)
    with tempfile.TemporaryDirectory() as folder:
        with multiprocessing.Pool(2, start, (arguments, folder)) as pool:
            results = pool.imap(check, indices, chunksize=20)
            for index, (names, status, wrong) in zip(indices, results):
                by_status[status] = by_status.get(status, 0) + 1
                if wrong:
                    failures.append((index, names, wrong))
    for failure in failures[:FAILURES_SHOWN]:
        print("mutant %d (%s): %s" % failure)
    print(
        "%d mutants: %s; %d failures"
        % (
            arguments.count,
            ", ".join("%d exit with %d" % (by_status[s], s) for s in sorted(by_status)),
            len(failures),
        )
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
