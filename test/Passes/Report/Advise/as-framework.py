"""A proto of another program: as-framework.py PROTO OUT FILE [OP_NAME [MODULE]].

All names of source files become FILE, which stands in an installed package or not, all
op_names OP_NAME, and the name of the module MODULE, of which functions have no names.
"""

import gzip
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[4] / "utils" / "ground-truth"))
from dumps.wire import rewrite

# HloProto.hlo_module, HloModuleProto.stack_frame_index, its file_names; of each
# instruction of a computation OpMetadata.op_name; and HloModuleProto.name.
FILE = [1, 17, 1]
OP_NAME = [1, 3, 2, 7, 2]
MODULE = [1, 1]
FUNCTION = [1, 17, 2]


def rename(data: bytes, way: list[int], name: bytes) -> bytes:
    def change(field: int, content: bytes) -> bytes:
        if field != way[0]:
            return content
        return rename(content, way[1:], name) if way[1:] else name

    return rewrite(data, change)


proto, out, *names = sys.argv[1:]
data = gzip.decompress(Path(proto).read_bytes())
for way, name in zip((FILE, OP_NAME, MODULE), names, strict=False):
    data = rename(data, way, name.encode())
if len(names) == 3:
    data = rename(data, FUNCTION, b"")
Path(out).write_bytes(data)
