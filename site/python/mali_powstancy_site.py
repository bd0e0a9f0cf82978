"""What a lesson needs in the browser: it knows its own name, and packages come when they are first imported."""

from __future__ import annotations

import importlib
import io
import json
import os
import site
import sys
import zipfile
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

MAPS = os.path.join(os.path.dirname(__file__), "mali_powstancy_maps.json")
NOT_LOADED = {
    "pl": "Nie udało się pobrać części lekcji ({name}). Sprawdź, czy komputer ma sieć, i uruchom komórkę jeszcze raz.",
    "en": "A part of the lesson ({name}) could not be loaded. See whether you are connected, and run the cell again.",
}


def begin(lesson: str) -> None:
    """Tell the kernel which lesson it is for, such as `pl/00-start.ipynb`, as Jupyter does on a computer."""
    os.environ["JPY_SESSION_NAME"] = lesson
    if not any(isinstance(finder, LatePackages) for finder in sys.meta_path):
        sys.meta_path.append(LatePackages())


def bring_maps() -> None:
    """Give the course the maps that were drawn when the site was built."""
    from mali_powstancy.views.map.board_svg import ready_maps

    with open(MAPS, encoding="utf-8") as file:
        ready_maps.update({key: tuple(parts) for key, parts in json.load(file).items()})


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
        try:
            for needed in self._missing(package):
                self._unpack(needed)
        except (OSError, zipfile.BadZipFile) as error:
            language = os.environ["JPY_SESSION_NAME"].partition("/")[0]
            raise ModuleNotFoundError(NOT_LOADED[language].format(name=name), name=name) from error
        importlib.invalidate_caches()
        return PathFinder.find_spec(name)

    def _missing(self, package: str) -> list[str]:
        """The package and all that it needs and that is not unpacked yet; the package comes last."""
        found = [package]
        for each in found:  # it grows while it is read
            needed = map(self._plain, self.packages[each]["depends"])
            found += [name for name in needed if name not in self.loaded and name not in found]
        return found[::-1]

    def _unpack(self, package: str) -> None:
        with zipfile.ZipFile(io.BytesIO(self._fetch(self.packages[package]["file_name"]))) as wheel:
            wheel.extractall(site.getsitepackages()[0])
        self.loaded.add(package)  # only now: what did not come is asked for again

    def _fetch(self, file: str) -> bytes:
        """A file that lies beside Pyodide; an import cannot wait, so the kernel stands still meanwhile."""
        from js import XMLHttpRequest
        from pyodide.ffi import JsException

        request = XMLHttpRequest.new()
        request.open("GET", self.address + file, False)
        request.responseType = "arraybuffer"
        try:
            request.send()
        except JsException as error:
            raise ConnectionError(f"{file}: {error}") from error
        if request.status != 200:
            raise ConnectionError(f"{file}: {request.status}")
        return bytes(request.response.to_bytes())
