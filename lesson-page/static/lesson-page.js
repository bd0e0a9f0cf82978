// Wakes a lesson and leaves its reader where they are: the command behind ▶▶ in JupyterLab, in Notebook 7 and on the site.
//
// Jupyter's own “run all cells” makes the last cell the active one, scrolls to it, and lets the browser hold on to the
// active cell alone while outputs come and go. So a reader was thrown to the end of the lesson. Here the cell that they
// look at, or work in, stays in its place.
(() => {
    const NAME = "mali-powstancy-lesson-page"; // as in package.json
    const RUN_ALL = "notebook:run-all-cells";
    const WAKE = "mali-powstancy:wake";
    const WORDS = {
        pl: { label: "Obudź lekcję", caption: "Obudź lekcję: plansze, ćwiczenia i wykresy zaczną działać" },
        en: { label: "Wake the lesson", caption: "Wake the lesson: boards, exercises and charts will start to work" },
    };
    const LOCALES = { pl: "pl_PL", en: "en" }; // as in tools/start.py
    // Among eight small signs of one colour nobody would find it.
    const STYLE = `
        .jp-Toolbar [data-command="${WAKE}"] { width: auto; padding-inline: 6px 12px; border-radius: 6px; background: #1f4e79; }
        .jp-Toolbar [data-command="${WAKE}"]:hover { background: #163a5b; }
        .jp-Toolbar [data-command="${WAKE}"] svg path { fill: #fff; }
        .jp-Toolbar [data-command="${WAKE}"]::after { content: var(--mp-wake); color: #fff; font-size: 14px; font-weight: 700; white-space: nowrap; }
        @media (forced-colors: active) { .jp-Toolbar [data-command="${WAKE}"] { border: 1px solid; } }
    `;
    const held = new WeakSet();

    // anywidget (0.11) gives a board two seconds to be read. To one that took longer, because a slow computer woke a
    // whole lesson, nothing that the kernel says comes any more.
    const { timeout } = AbortSignal;
    AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds === 2000 ? 120000 : milliseconds);

    /**
     * Runs everything, and takes back what that does to the reader's place.
     *
     * Who presses at once presses before there is a kernel. Jupyter would empty all outputs then and run nothing.
     */
    async function wake(commands, { content: notebook, context }) {
        await context.sessionContext.ready;
        const { activeCellIndex } = notebook;
        keepPlace(notebook);
        notebook.scrollToItem = () => Promise.resolve(); // it is asked for before the command returns
        const run = commands.execute(RUN_ALL);
        delete notebook.scrollToItem;
        notebook.activeCellIndex = activeCellIndex;
        return run;
    }

    /** From now on, whatever grows or shrinks above the cell that is being read does not move it. */
    function keepPlace(notebook) {
        if (held.has(notebook)) return;
        held.add(notebook);
        const view = notebook.outerNode;
        const topOf = (cell) => cell.getBoundingClientRect().top - view.getBoundingClientRect().top;
        let anchor, place, scrolledTo;

        function hold(cell) {
            anchor = cell;
            place = topOf(cell);
            scrolledTo = view.scrollTop;
        }

        /** The cell that the reader has chosen, else the first text in sight, else what fills the view. */
        function holdWhatIsRead() {
            const begun = notebook.widgets.filter(({ node }) => topOf(node) < view.clientHeight);
            const inSight = begun.filter(({ node }) => topOf(node) >= 0);
            const text = inSight.find(({ model }) => model.type === "markdown");
            const chosen = inSight.find((cell) => cell === notebook.activeCell);
            hold((chosen ?? text ?? inSight[0] ?? begun.at(-1) ?? notebook.widgets[0]).node);
        }

        /** What is clicked or typed into keeps its top: it may grow by that itself, downwards. */
        function holdTouched({ target }) {
            const touched = notebook.widgets.find(({ node }) => node.contains(target));
            if (touched) hold(touched.node);
        }

        function moveBack() {
            if (!view.clientHeight) return; // another tab lies over it
            if (!anchor.isConnected) return holdWhatIsRead();
            const moved = topOf(anchor) - place;
            if (Math.abs(moved) < 1) return;
            view.scrollTop += moved;
            scrolledTo = view.scrollTop;
        }

        const sizes = new ResizeObserver(moveBack);
        const watch = () => {
            for (const { node } of notebook.widgets) sizes.observe(node);
        };
        view.style.overflowAnchor = "none"; // two that hold would pull at each other
        view.addEventListener("scroll", () => { if (view.scrollTop !== scrolledTo) holdWhatIsRead(); });
        for (const kind of ["pointerdown", "keydown"]) view.addEventListener(kind, holdTouched, { capture: true });
        notebook.model.cells.changed.connect(watch);
        holdWhatIsRead();
        watch();
    }

    /** The language of the lesson: it lies in a folder of that name. */
    const languageOf = (path) => (/(^|\/)en\//.test(path ?? "") ? "en" : "pl");

    /** What the button says. */
    const wordsFor = (widget) => WORDS[languageOf(widget?.context?.path)];

    /** The button is large and says what it does. */
    function showButton(commands, shell) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(STYLE);
        document.adoptedStyleSheets.push(sheet);
        const speak = () => {
            document.documentElement.style.setProperty("--mp-wake", `"${wordsFor(shell.currentWidget).label}"`);
            commands.notifyCommandChanged(WAKE);
        };
        shell.currentChanged?.connect(speak);
        speak();
    }

    /**
     * On Binder: menus in the language of the lesson that is opened first, unless somebody has chosen another.
     *
     * Jupyter waits for this before it asks for its settings, and its server reads its language from them.
     */
    async function chooseMenus() {
        const told = JSON.parse(document.getElementById("jupyter-config-data")?.textContent || "{}");
        if (!told.menusFollowLesson) return; // written by binder/postBuild
        const address = `${told.fullSettingsUrl}/@jupyterlab/translation-extension:plugin`;
        const headers = { "X-XSRFToken": document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "" };
        if (told.token) headers.Authorization = `token ${told.token}`;
        const { settings } = await (await fetch(address, { headers })).json();
        if (settings?.locale) return;
        const body = JSON.stringify({ raw: JSON.stringify({ locale: LOCALES[languageOf(location.pathname)] }) });
        await fetch(address, { method: "PUT", headers, body });
    }

    const plugin = {
        id: `${NAME}:wake`,
        autoStart: true,
        activate({ commands, shell }) {
            commands.addCommand(WAKE, {
                label: () => wordsFor(shell.currentWidget).label,
                caption: () => wordsFor(shell.currentWidget).caption,
                execute: () => wake(commands, shell.currentWidget),
            });
            showButton(commands, shell);
        },
    };

    // What Jupyter's loader of extensions asks for; there is nothing to share and only one module.
    window._JUPYTERLAB ??= {};
    const get = async () => {
        await chooseMenus().catch(console.warn); // the lesson matters more
        return () => ({ __esModule: true, default: plugin });
    };
    window._JUPYTERLAB[NAME] = { init() {}, get };
})();
