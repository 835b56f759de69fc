#!/usr/bin/env python3
"""Loads parameters that the page has saved into PyTorch, and evaluates them there on the test examples of this repository.

    /usr/bin/python3 scripts/golden/exported_parameters.py fashion-mlp-update-300.safetensors

Prints loss and accuracy in float32, to compare with the last evaluation on the page. Takes files of `fashion-mlp`. The file
is read by the reader of safetensors_file.py, which shares nothing with the page's writer.
"""

import gzip
import pathlib
import sys

import torch
from torch.nn import functional

from safetensors_file import decode

DATA = pathlib.Path(__file__).resolve().parents[2] / "public" / "data" / "fashion-mnist"
LAYERS = ("dense1", "dense2", "dense3")


def load(path: pathlib.Path) -> dict[str, torch.Tensor]:
    tensors = decode(path.read_bytes())["tensors"]
    return {name: torch.tensor(each["values"]).reshape(each["shape"]) for name, each in tensors.items()}


def test_examples() -> tuple[torch.Tensor, torch.Tensor]:
    images = gzip.decompress((DATA / "test-images-idx3-ubyte.gz").read_bytes())[16:]
    labels = gzip.decompress((DATA / "test-labels-idx1-ubyte.gz").read_bytes())[8:]
    pixels = torch.tensor(list(images), dtype=torch.float32).reshape(-1, 784)
    return pixels / 255, torch.tensor(list(labels))


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    parameters = load(pathlib.Path(sys.argv[1]))
    expected = {f"{layer}/{kind}" for layer in LAYERS for kind in ("kernel", "bias")}
    assert set(parameters) == expected, f"the file has {sorted(parameters)}"
    x, labels = test_examples()
    for position, layer in enumerate(LAYERS):
        x = x @ parameters[f"{layer}/kernel"] + parameters[f"{layer}/bias"]
        x = torch.relu(x) if position < len(LAYERS) - 1 else x
    loss = functional.cross_entropy(x, labels)
    accuracy = (x.argmax(dim=1) == labels).float().mean()
    print(f"loss {loss:.7g}, accuracy {accuracy:.4%} of {len(labels)} test examples")


if __name__ == "__main__":
    main()
