// Runs a Python program of the project with the site's own Python and packages:
// node in_pyodide.mjs PYODIDE PROJECT PACKAGE,PACKAGE PROGRAM ARGUMENT... The program's `main` gives the exit code.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, project, packages, program, ...given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({
    indexURL: folder,
    lockFileURL: join(folder, "pyodide-lock.json"),
    packageBaseUrl: folder,
    packages: packages.split(","),
    checkIntegrity: true,
});
python.FS.mkdirTree("/project");
python.mountNodeFS("/project", project);
process.exitCode = python.runPython(`
import os, runpy
import mali_powstancy
assert not mali_powstancy.__file__.startswith("/project"), mali_powstancy.__file__
os.chdir("/project")
runpy.run_path("${program}")["main"](${JSON.stringify(given)})
`);
