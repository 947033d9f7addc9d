"""A proto whose program comes from a file of a library: as-framework.py PROTO FILE OUT.

All names of source files become FILE, which stands in an installed package or not.
"""

import gzip
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4] / "utils" / "ground-truth"))
from dumps.wire import rewrite

# HloProto.hlo_module, HloModuleProto.stack_frame_index, its file_names.
WAY = [1, 17, 1]


def rename(data: bytes, way: list[int], name: bytes) -> bytes:
    def change(field: int, content: bytes) -> bytes:
        if field != way[0]:
            return content
        return rename(content, way[1:], name) if way[1:] else name

    return rewrite(data, change)


proto, name, out = sys.argv[1:]
Path(out).write_bytes(rename(gzip.decompress(Path(proto).read_bytes()), WAY, name.encode()))
