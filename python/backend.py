"""What pip calls to build the module (PEP 517): the CMake preset "python", packed as a wheel.

Only Python's own library is used, so that building needs no other package: Debian has neither scikit-build-core nor
meson-python. The same tree and compiler give the same wheel, byte for byte.
"""

import base64
import hashlib
import os
import pathlib
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "python"
FILES = ("__init__.py", "_tabia.pyi", "py.typed")


def _version():
    return (ROOT / "VERSION").read_text().strip()


def _tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _metadata():
    return (f"Metadata-Version: 2.1\nName: tabia\nVersion: {_version()}\n"
            "Summary: A chess engine and a workshop for its networks\nLicense: MIT\n"
            "Requires-Python: >=3.9\nRequires-Dist: numpy\nDescription-Content-Type: text/markdown\n\n"
            + (ROOT / "README.md").read_text())


def _build_module():
    subprocess.run(["cmake", "--preset", "python", f"-DPython_EXECUTABLE={sys.executable}"], cwd=ROOT, check=True)
    jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", str(os.cpu_count() or 1))
    subprocess.run(["cmake", "--build", str(BUILD), "--target", "tabia_python", "-j", jobs], check=True)
    return next((BUILD / "python" / "tabia").glob("_tabia*.so"))


def _write_wheel(path, members):
    record = f"tabia-{_version()}.dist-info/RECORD"
    lines = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in members:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{name},sha256={digest},{len(content)}\n")
            _write_member(wheel, name, content)
        lines.append(f"{record},,\n")
        _write_member(wheel, record, "".join(lines).encode())


def _write_member(wheel, name, content):
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(info, content)


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    module = _build_module()
    members = [(f"tabia/{module.name}", module.read_bytes())]
    members += [(f"tabia/{name}", (ROOT / "python" / "tabia" / name).read_bytes()) for name in FILES]
    info = f"tabia-{_version()}.dist-info"
    members += [
        (f"{info}/METADATA", _metadata().encode()),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: tabia\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode()),
        (f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes()),
    ]
    name = f"tabia-{_version()}-{_tag()}.whl"
    _write_wheel(pathlib.Path(wheel_directory) / name, members)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """What git knows of the tree, with PKG-INFO."""
    name = f"tabia-{_version()}"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    path = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    information = pathlib.Path(sdist_directory) / "PKG-INFO"
    information.write_text(_metadata())
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.add(information, f"{name}/PKG-INFO")
        for member in filter(None, names.decode().split("\0")):
            archive.add(ROOT / member, f"{name}/{member}")
    information.unlink()
    return path.name
