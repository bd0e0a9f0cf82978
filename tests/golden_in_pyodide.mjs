// Plays the golden games with the site's own Python and package: node golden_in_pyodide.mjs PYODIDE PROJECT
// Says what is different, and its exit code says whether anything is.

import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, project] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({
    indexURL: folder,
    lockFileURL: join(folder, "pyodide-lock.json"),
    packageBaseUrl: folder,
    packages: ["mali-powstancy"],
    checkIntegrity: true,
});
python.FS.mkdirTree("/project");
python.mountNodeFS("/project", project);
process.exitCode = python.runPython(`
import runpy, sys
import mali_powstancy
assert not mali_powstancy.__file__.startswith("/project"), mali_powstancy.__file__
golden = runpy.run_path("/project/tools/golden.py")
print(f"Python {sys.version.split()[0]} on {sys.platform}: {len(golden['GAMES'])} games")
golden["main"](["--check"])
`);
