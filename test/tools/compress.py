"""Packs the standard input with gzip or zstd to the standard output.

Usage: compress.py gzip|zstd

Calls libzstd itself: Python has no module for it before 3.14, and the command
need not be there.
"""

import ctypes
import gzip
import sys


def zstd(data):
    library = ctypes.CDLL("libzstd.so.1")
    library.ZSTD_compressBound.restype = ctypes.c_size_t
    library.ZSTD_compress.restype = ctypes.c_size_t
    bound = library.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    packed = ctypes.create_string_buffer(bound)
    size = library.ZSTD_compress(
        packed,
        ctypes.c_size_t(bound),
        data,
        ctypes.c_size_t(len(data)),
        ctypes.c_int(3),
    )
    return packed.raw[:size]


pack = {"gzip": lambda data: gzip.compress(data, mtime=0), "zstd": zstd}
sys.stdout.buffer.write(pack[sys.argv[1]](sys.stdin.buffer.read()))
