"""Writes a problem that fills a rectangle of memory and time without a gap.

Usage: tight-problem.py COUNT

The rectangle is cut COUNT - 1 times, at arbitrary places, so that the best
placement takes 1,048,576 bytes, and nobody finds it by chance.
"""

import random
import sys

count = int(sys.argv[1])
chance = random.Random(5)
whole = [(0, 8 * count, 1 << 20)]
while len(whole) < count:
    at = chance.randrange(len(whole))
    begin, end, size = whole[at]
    if chance.random() < 0.5 and end - begin > 1:
        middle = chance.randrange(begin + 1, end)
        pieces = (begin, middle, size), (middle, end, size)
    elif size > 1:
        part = chance.randrange(1, size)
        pieces = (begin, end, part), (begin, end, size - part)
    else:
        continue
    whole[at] = pieces[0]
    whole.append(pieces[1])
chance.shuffle(whole)
print("id,lower,upper,size")
for number, (begin, end, size) in enumerate(whole):
    print("b%d,%d,%d,%d" % (number, begin, end, size))
