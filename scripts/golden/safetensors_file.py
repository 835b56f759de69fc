#!/usr/bin/env python3
"""Writes and reads safetensors files with nothing but Python's standard library, by the format's specification.

    /usr/bin/python3 scripts/golden/safetensors_file.py write     # makes tests/fixtures/safetensors/small.safetensors
    /usr/bin/python3 scripts/golden/safetensors_file.py read FILE # prints what is in a file, e.g. an exported one

Code of its own, so that a mistake in the page's reader and writer cannot hide by being made twice.
"""

import json
import math
import pathlib
import struct
import sys

TARGET = pathlib.Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "safetensors" / "small.safetensors"
TYPES = {"F32": "f", "F64": "d", "I32": "i"}

METADATA = {"format": "pt", "greeting": "hej världen ✓"}
# name, type, shape, values. A test of the page's writer names the same content.
TENSORS = [
    ("history/loss", "F64", [3], [2.345678901234568, 0.1, -1e300]),
    ("dense/kernel", "F32", [2, 3], [0.0, -0.5, 0.25, 1.5, -2.0, 3.4028234663852886e38]),
    ("dense/bias", "F32", [0], []),
    ("update-state", "I32", [4], [7, -1, 2147483647, -2147483648]),
    ("temperature", "F32", [], [math.inf]),
]


def encode() -> bytes:
    header: dict = {"__metadata__": METADATA}
    data = b""
    for name, dtype, shape, values in TENSORS:
        begin = len(data)
        data += struct.pack(f"<{len(values)}{TYPES[dtype]}", *values)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def decode(content: bytes) -> dict:
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8 : 8 + length].decode())
    data = content[8 + length :]
    metadata = header.pop("__metadata__", {})
    tensors = {}
    covered = 0
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        begin, end = entry["data_offsets"]
        assert begin == covered, f"{name} begins at {begin}, not at {covered}"
        covered = end
        count = math.prod(entry["shape"])
        values = struct.unpack(f"<{count}{TYPES[entry['dtype']]}", data[begin:end])
        tensors[name] = {"dtype": entry["dtype"], "shape": entry["shape"], "values": values}
    assert covered == len(data), f"{len(data) - covered} bytes belong to no tensor"
    return {"metadata": metadata, "tensors": tensors}


def main() -> None:
    if sys.argv[1:] == ["write"]:
        TARGET.parent.mkdir(parents=True, exist_ok=True)
        TARGET.write_bytes(encode())
        print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")
    elif len(sys.argv) == 3 and sys.argv[1] == "read":
        print(json.dumps(decode(pathlib.Path(sys.argv[2]).read_bytes()), ensure_ascii=False, indent=1))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
