#!/usr/bin/env python3
"""Writes the golden fixtures of tests/fixtures/golden: what PyTorch computes, in float64, to nine digits.

    /usr/bin/python3 scripts/golden/make-golden.py

Made with PyTorch 1.13 on the CPU (Debian's python3-torch). Running it again gives the same files.
"""

import json
import pathlib

import torch

import char_lm
import networks
import residual
import text_rnn
from optimizers import optimizer_fixture
from values import rounded

TARGET = pathlib.Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "golden"
MLP_STREAM = 10
CONVNET_STREAM = 41


def write(name: str, fixture: dict) -> None:
    path = TARGET / name
    text = json.dumps(rounded({"torch": torch.__version__, **fixture}), separators=(",", ":"))
    path.write_text(text + "\n")
    print(f"{name}: {path.stat().st_size} bytes")


def main() -> None:
    torch.set_default_dtype(torch.float64)
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(1)
    TARGET.mkdir(parents=True, exist_ok=True)
    write("optimizers.json", optimizer_fixture())
    write("mlp-gradients.json", networks.gradient_fixture(networks.mlp, networks.MLP_SHAPES, MLP_STREAM))
    write("convnet-gradients.json", networks.gradient_fixture(networks.convnet, networks.CONVNET_SHAPES, CONVNET_STREAM))
    write("mlp-trajectories.json", networks.trajectory_fixture(MLP_STREAM))
    write("gru.json", text_rnn.gru_fixture())
    write("text-rnn.json", text_rnn.network_fixture())
    write("char-lm.json", char_lm.char_lm_fixture())
    write("residual.json", residual.residual_fixture())


if __name__ == "__main__":
    main()
