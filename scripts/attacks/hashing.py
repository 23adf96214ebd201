"""XXH64 with seed 0, as Tabia's files use it (docs/formats)."""

_M = (1 << 64) - 1
_P1, _P2, _P3, _P4, _P5 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63,
                           0x27D4EB2F165667C5)


def _rotated(value, bits):
    return ((value << bits) | (value >> (64 - bits))) & _M


def _round(sum_, lane):
    return _rotated((sum_ + lane * _P2) & _M, 31) * _P1 & _M


def xxh64(data):
    """The hash of some bytes, as a number."""
    view = memoryview(data)
    size, at = len(view), 0
    if size >= 32:
        sums = [(_P1 + _P2) & _M, _P2, 0, -_P1 & _M]
        lanes = view[:size // 8 * 8].cast("Q")  # little-endian machines only, as the program itself
        for i in range(0, size // 32 * 4, 4):
            sums = [_round(sums[k], lanes[i + k]) for k in range(4)]
        at = size // 32 * 32
        total = sum(_rotated(sums[k], bits) for k, bits in enumerate((1, 7, 12, 18))) & _M
        for one in sums:
            total = ((total ^ _round(0, one)) * _P1 + _P4) & _M
    else:
        total = _P5
    total = (total + size) & _M
    while at + 8 <= size:
        lane = int.from_bytes(view[at:at + 8], "little")
        total = (_rotated(total ^ _round(0, lane), 27) * _P1 + _P4) & _M
        at += 8
    if at + 4 <= size:
        total = (_rotated(total ^ int.from_bytes(view[at:at + 4], "little") * _P1 & _M, 23) * _P2 + _P3) & _M
        at += 4
    for byte in view[at:]:
        total = _rotated(total ^ byte * _P5 & _M, 11) * _P1 & _M
    total = (total ^ total >> 33) * _P2 & _M
    total = (total ^ total >> 29) * _P3 & _M
    return total ^ total >> 32


assert xxh64(b"") == 0xEF46DB3751D8E999 and xxh64(b"abc") == 0x44BC2CF5AD770999
