"""What a lesson needs in the browser: it knows its own name, and packages come when they are first imported."""

from __future__ import annotations

import importlib
import io
import os
import site
import sys
import zipfile
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any


def begin(lesson: str) -> None:
    """Tell the kernel which lesson it is for, such as `pl/00-start.ipynb`, as Jupyter does on a computer."""
    os.environ["JPY_SESSION_NAME"] = lesson
    if not any(isinstance(finder, LatePackages) for finder in sys.meta_path):
        sys.meta_path.append(LatePackages())


class LatePackages:
    """Finds packages that the site has but the kernel has not loaded yet, and unpacks them."""

    def __init__(self) -> None:
        import pyodide_js

        self.address: str = pyodide_js.lockfileBaseUrl
        self.packages: dict[str, Any] = pyodide_js.lockfile.packages.to_py()
        self.loaded = {self._plain(name) for name in pyodide_js.loadedPackages.to_py()}
        self.package_of = {module: name for name, told in self.packages.items() for module in told["imports"]}

    @staticmethod
    def _plain(name: str) -> str:
        return name.lower().replace("_", "-").replace(".", "-")

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The module, if a package of the site has it that is not unpacked yet."""
        package = self.package_of.get(name)
        if package is None or package in self.loaded:
            return None
        self._unpack(package)
        importlib.invalidate_caches()
        return PathFinder.find_spec(name)

    def _unpack(self, package: str) -> None:
        if package in self.loaded:
            return
        self.loaded.add(package)
        told = self.packages[package]
        for other in told["depends"]:
            self._unpack(self._plain(other))
        with zipfile.ZipFile(io.BytesIO(self._fetch(told["file_name"]))) as wheel:
            wheel.extractall(site.getsitepackages()[0])

    def _fetch(self, file: str) -> bytes:
        """A file that lies beside Pyodide; an import cannot wait, so the kernel stands still meanwhile."""
        from js import XMLHttpRequest

        request = XMLHttpRequest.new()
        request.open("GET", self.address + file, False)
        request.responseType = "arraybuffer"
        request.send()
        if request.status != 200:
            raise ModuleNotFoundError(f"{file}: {request.status}")
        return bytes(request.response.to_bytes())
