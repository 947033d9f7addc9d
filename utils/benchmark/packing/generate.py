#!/usr/bin/env python3
# ===- generate.py - Packing problems of several families -----------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes a packing problem as CSV.

Usage: generate.py FAMILY NUMBER [SEED]

The families:
  random   lifetimes and sizes of all magnitudes, anywhere
  layered  training steps: activations live until their layer's backward pass
  stack    what begins last mostly ends first
  tight    a rectangle of 1 MiB, cut repeatedly from side to side

The last one fits into 1,048,576 bytes, which is its load at all times. The same
arguments give the same problem.
"""

import heapq
import math
import random
import sys

HEIGHT = 1 << 20


def magnitude(numbers, low, high):
    """A number of which each magnitude is as likely."""
    return int(math.exp(numbers.uniform(math.log(low), math.log(high))))


def make_random(number, numbers):
    time = 10 * number
    live = min(numbers.choice([20, 60, 200, 600]), max(4, number // 12))
    for _ in range(number):
        begin = numbers.randrange(time)
        length = magnitude(numbers, 1, 20 * live)
        yield begin, min(time, begin + length), 64 * magnitude(numbers, 1, 4096)


def make_layered(number, numbers):
    layers, now = max(1, min(200, number // 8)), 0
    while True:
        for layer in range(layers):
            there, back = now + 4 * layer, now + 4 * (2 * layers - 1 - layer)
            activation = 256 * magnitude(numbers, 16, 1024)
            yield there, back + 2, activation
            yield there, there + 3, activation * numbers.choice([1, 2, 4])
            yield there + 1, there + 2, 256 * numbers.randint(1, 2048)
            yield there + 1, back + 1, 256 * numbers.randint(1, 64)
            yield back, back + 5, activation * numbers.choice([1, 2])
            yield back + 1, back + 2, 256 * numbers.randint(1, 2048)
            yield back + 2, back + 3, activation
            yield back + 1, back + 3, 256 * numbers.randint(1, 128)
        now += 8 * layers


def make_stack(number, numbers):
    live, begun, now = [], 0, 0
    depth = 5 + number**0.5 / 4
    while begun < number or live:
        now += 1
        if begun < number and numbers.random() < 0.3 + 0.4 / (1 + len(live) / depth):
            live.append((now, 64 * magnitude(numbers, 1, 2048)))
            begun += 1
        elif live:
            last = len(live) - 1
            if numbers.random() < 0.2:
                last -= numbers.randrange(min(8, len(live)))
            begin, size = live.pop(last)
            yield begin, now, size


def make_tight(number, numbers):
    time = 4 * number
    parts, done = [(-time * HEIGHT, 0, time, HEIGHT)], []
    while len(parts) + len(done) < number:
        _, begin, end, size = heapq.heappop(parts)
        if numbers.random() < 0.5 and end - begin >= 2:
            cut = numbers.randint(begin + 1, end - 1)
            halves = [(begin, cut, size), (cut, end, size)]
        elif size >= 128:
            cut = 64 * numbers.randint(1, size // 64 - 1)
            halves = [(begin, end, cut), (begin, end, size - cut)]
        else:
            done.append((begin, end, size))
            continue
        for half in halves:
            heapq.heappush(parts, (-(half[1] - half[0]) * half[2],) + half)
    return [part[1:] for part in parts] + done


FAMILIES = {
    "random": make_random,
    "layered": make_layered,
    "stack": make_stack,
    "tight": make_tight,
}


def generate(family, number, seed):
    """The lines of the problem."""
    numbers = random.Random("%s %d %d" % (family, number, seed))
    buffers = []
    for buffer in FAMILIES[family](number, numbers):
        buffers.append(buffer)
        if family == "layered" and len(buffers) == number:
            break
    numbers.shuffle(buffers)
    yield "id,lower,upper,size\n"
    for position, buffer in enumerate(buffers):
        yield "%d,%d,%d,%d\n" % ((position,) + buffer)


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[1] not in FAMILIES:
        sys.exit(__doc__)
    seed = int(sys.argv[3]) if len(sys.argv) == 4 else 1
    sys.stdout.writelines(generate(sys.argv[1], int(sys.argv[2]), seed))


if __name__ == "__main__":
    main()
