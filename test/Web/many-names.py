"""Writes a dump, in the short form of expand_dump.py, of values with different names.

Usage: many-names.py COUNT
"""

import sys


def main():
    count = int(sys.argv[1])
    print("max %d" % (count + 1))
    print("allocation 0: size %d, preallocated-temp:" % (count * 8))
    for i in range(count):
        print(
            ' value: <%d v.%d @0> (size=8,offset=%d): f32[2]{0} | %d-%d | op_name="n%dx/<%d>"'
            % (i + 1, i, i * 8, i, i + 1, i, i)
        )
    print("peak 2")


main()
