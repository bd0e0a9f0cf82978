// A lesson in the browser: it speaks one language, its links lead to other lessons and back to the start page, and a
// presenter's keys lead its maps.

const ROOT = new URL("../", document.baseURI);
const SETTINGS = document.getElementById("jupyter-config-data");
const LOCALES = { pl: "pl_PL" }; // English is what Jupyter speaks anyway
const here = lessonOf(location.href);
const language = here.split("/")[0];

// --- the language of Jupyter's own menus: told to it as soon as it has gathered its settings

document.documentElement.lang = language;
new MutationObserver((_, observer) => {
    observer.disconnect();
    const settings = JSON.parse(SETTINGS.textContent);
    const locale = LOCALES[language] ?? "en";
    settings.settingsOverrides = { ...settings.settingsOverrides, "@jupyterlab/translation-extension:plugin": { locale } };
    SETTINGS.textContent = JSON.stringify(settings);
}).observe(SETTINGS, { childList: true, characterData: true, subtree: true });

// --- the way back: a link in the bar that Jupyter shows also on a small screen, and a name for its sign

new MutationObserver((_, observer) => {
    const bar = document.getElementById("menu-panel");
    const sign = document.getElementById("jp-NotebookLogo");
    const back = document.querySelector(`.back[lang="${CSS.escape(language)}"]`);
    if (!bar?.firstChild || !sign || !back) return;
    observer.disconnect();
    // Last in the bar, where Jupyter does not count it, and first for the eye.
    bar.append(back);
    back.hidden = false;
    sign.href = back.href;
    sign.target = "";
    sign.title = back.textContent;
    sign.setAttribute("aria-label", back.textContent);
}).observe(document, { childList: true, subtree: true });

// --- links: another lesson takes the place of this one; glossary and privacy open beside it, for it would fall asleep

const BESIDE = ["glossary", "privacy"];

// `pl/01-letters.ipynb`, from the address of its page.
function lessonOf(address) {
    return new URL(address).searchParams.get("path") ?? "";
}

// The page behind a link that Jupyter has made of `01-letters.ipynb`; null for all other links.
function pageBehind(link) {
    const files = new URL("files/", ROOT);
    const target = new URL(link.href);
    if (!target.href.startsWith(files.href) || !target.pathname.endsWith(".ipynb")) return null;
    const path = decodeURIComponent(target.pathname.slice(files.pathname.length));
    return path === here ? null : new URL(`notebooks/index.html?path=${encodeURI(path)}${target.hash}`, ROOT);
}

document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const page = link && pageBehind(link);
    if (!page) return;
    const beside = BESIDE.find((name) => lessonOf(page).endsWith(`/${name}.ipynb`));
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(page, "_blank");
    else if (beside) window.open(page, beside);
    else location.assign(page);
}, { capture: true });

// --- a presenter's keys lead the map in sight; bars and code keep theirs

document.addEventListener("keydown", (event) => {
    const { target } = event;
    const isFree = target === document.body || (target.closest?.(".jp-Notebook") && !target.isContentEditable);
    if (isFree && presenter.isKey(event)) presenter.step(event, document);
}, { capture: true });

// --- a word of the glossary: go there, as soon as the notebook shows it and until it stays there

function showPlace(name, tries) {
    const place = document.querySelector(`[data-jupyter-id="${CSS.escape(name)}"]`);
    const top = place?.getBoundingClientRect().top ?? -1;
    if (top > 0 && top < innerHeight / 2) return;
    if (place) window.jupyterapp.shell.currentWidget.content.setFragment(`#${name}`);
    if (tries) setTimeout(showPlace, 300, name, tries - 1);
}

if (location.hash) showPlace(decodeURIComponent(location.hash.slice(1)), 100);
