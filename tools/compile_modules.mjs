// Compiles Python modules with the Python of the browser, so that a browser need not do it at every start.
// node compile_modules.mjs PYODIDE FOLDER: reads every *.sources.zip in FOLDER, writes *.compiled.zip beside it.

import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [pyodideFolder, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")));
const python = await loadPyodide();
python.FS.mkdirTree("/folder");
python.mountNodeFS("/folder", folder);
python.runPython(`
import importlib._bootstrap_external as bootstrap
import importlib.util
import site
import warnings
import zipfile
from pathlib import Path

warnings.simplefilter("ignore")  # what a package's own makers may want to know
home = site.getsitepackages()[0]
for sources in sorted(Path("/folder").glob("*.sources.zip")):
    compiled = sources.with_name(sources.name.replace(".sources.", ".compiled."))
    with zipfile.ZipFile(sources) as given, zipfile.ZipFile(compiled, "w") as made:
        for name in given.namelist():
            source = given.read(name)
            try:
                code = compile(source, f"{home}/{name}", "exec", dont_inherit=True, optimize=0)
            except (SyntaxError, ValueError):
                continue  # a template, or made for another Python
            made.writestr(name, bootstrap._code_to_hash_pyc(code, importlib.util.source_hash(source), False))
`);
