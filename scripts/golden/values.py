"""Numbers that Python and TypeScript compute alike, to the bit, so that fixtures need not store them.

The TypeScript side is tests/gpu/training/golden-values.ts.
"""

import torch

MASK = 0xFFFFFFFF


def hash32(index: int, stream: int) -> int:
    """MurmurHash3's finalizer over index + stream * 0x9E3779B9, modulo 2^32."""
    h = (index + stream * 0x9E3779B9) & MASK
    h ^= h >> 16
    h = (h * 0x85EBCA6B) & MASK
    h ^= h >> 13
    h = (h * 0xC2B2AE35) & MASK
    return h ^ (h >> 16)


def values(shape: list[int], stream: int, scale: float, offset: float = -0.5) -> torch.Tensor:
    """(hash >> 16) / 65536 + offset, times a power of two: exact in float32. Row-major, float64."""
    size = 1
    for length in shape:
        size *= length
    flat = [((hash32(i, stream) >> 16) / 65536 + offset) * scale for i in range(size)]
    return torch.tensor(flat, dtype=torch.float64).reshape(shape)


def classes(count: int, stream: int, number_of_classes: int) -> torch.Tensor:
    return torch.tensor([hash32(i, stream) % number_of_classes for i in range(count)])


SAMPLES = 64


def sample_indices(size: int) -> list[int]:
    """Up to 64 indices of a tensor: all of a small one, else by hash. An index may come twice."""
    if size <= SAMPLES:
        return list(range(size))
    return [hash32(i, size) % size for i in range(SAMPLES)]


def rounded(value) -> object:
    """Nine significant digits, through lists and dictionaries."""
    if isinstance(value, torch.Tensor):
        return rounded(value.tolist())
    if isinstance(value, dict):
        return {key: rounded(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(entry) for entry in value]
    if isinstance(value, float):
        return float(f"{value:.9g}")
    return value
