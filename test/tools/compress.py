"""Packs the standard input with gzip or zstd to the standard output.

Usage: compress.py gzip|zstd

Calls libzstd itself: Python has no module for it before 3.14, and the command
need not be there.
"""

import ctypes
import gzip
import sys


CHECKSUM_FLAG = 201


def zstd(data):
    """With a checksum, as the command writes it."""
    library = ctypes.CDLL("libzstd.so.1")
    library.ZSTD_createCCtx.restype = ctypes.c_void_p
    library.ZSTD_compressBound.restype = ctypes.c_size_t
    library.ZSTD_compress2.restype = ctypes.c_size_t
    bound = library.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    packed = ctypes.create_string_buffer(bound)
    context = ctypes.c_void_p(library.ZSTD_createCCtx())
    library.ZSTD_CCtx_setParameter(context, CHECKSUM_FLAG, 1)
    size = library.ZSTD_compress2(
        context, packed, ctypes.c_size_t(bound), data, ctypes.c_size_t(len(data))
    )
    return packed.raw[:size]


pack = {"gzip": lambda data: gzip.compress(data, mtime=0), "zstd": zstd}
sys.stdout.buffer.write(pack[sys.argv[1]](sys.stdin.buffer.read()))
