# Writes the HloProto in a compressed file as another process would have dumped it: with
# another number of the module, which XLA counts up.
#
# Usage: renumber.py IN.hlo.pb.gz OUT.hlo.pb NUMBER
import gzip
import sys

import wire

HLO_MODULE, ID = 1, 5
source, target, number = sys.argv[1:]
with gzip.open(source) as file:
    proto = wire.parse(file.read())
for i, (outer, outer_kind, content) in enumerate(proto):
    if outer == HLO_MODULE:
        module = [
            (ID, kind, int(number)) if field == ID else (field, kind, value)
            for field, kind, value in wire.parse(content)
        ]
        proto[i] = (outer, outer_kind, wire.build(module))
with open(target, "wb") as file:
    file.write(wire.build(proto))
