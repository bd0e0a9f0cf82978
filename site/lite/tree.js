// Jupyter's commands lead here to open a file or to see all files: on to the lesson, or to the list of lessons.

const path = new URLSearchParams(location.search).get("path") ?? "";
location.replace(path.endsWith(".ipynb") ? `../notebooks/index.html?path=${encodeURI(path)}` : "../index.html");
