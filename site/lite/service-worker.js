// Keeps the site on the computer: the second start is fast and works when the server is gone.
// The build puts the names of all files, with their hashes, in place of the lines marked so.

const VERSION = ""; // by the build
const FILES = {}; // by the build: path -> hash of its content
const LATE = []; // by the build: what few need, and only kept when it was asked for

const CACHE = "mali-powstancy-site-1";
const ROOT = new URL("./", self.location.href).href;
const PATIENCE = 3000; // milliseconds until a server that does not answer counts as gone

// What is kept is named after its content: after an update, files that stay the same are there already.
const keptAs = (hash) => `${ROOT}kept/${hash}`;

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
    await self.clients.claim();
    const wanted = new Set(Object.values(FILES).map(keptAs));
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

// --- is this still the site that the server has?

let standing = null; // a promise of "same", "other" or "gone"

function ask() {
    standing = fetch(`${ROOT}version.json`, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then(
        async (answer) => {
            if (!answer.ok) return "gone";
            if ((await answer.json()).version === VERSION) return "same";
            self.registration.update().catch(() => {});
            return "other";
        },
    ).catch(() => "gone");
    return standing;
}

// --- answers

function pathOf(address) {
    if (!address.startsWith(ROOT)) return null;
    const path = decodeURI(address.slice(ROOT.length).split(/[?#]/)[0]);
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    const path = request.method === "GET" ? pathOf(request.url) : null;
    if (path === null || !Object.hasOwn(FILES, path)) return; // the browser does as if we were not here
    if (request.cache === "reload" || request.cache === "no-store") return; // asked for anew on purpose
    const isNewPage = request.mode === "navigate";
    event.respondWith(answerTo(request, FILES[path], isNewPage || standing === null ? ask() : standing));
});

async function answerTo(request, hash, stands) {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(keptAs(hash));
    const how = await stands;
    if (kept && how !== "other") return kept;
    try {
        // The browser's own memory may still hold the file of before, and for long: so the server is asked.
        const answer = await fetch(request, how === "gone" ? {} : { cache: "no-cache" });
        if (answer.ok && how === "same") await keep(cache, hash, answer.clone());
        return answer.ok || !kept ? answer : kept;
    } catch (error) {
        if (kept) return kept;
        throw error;
    }
}

// Whether it is kept now. What is not that very file is not, or it would stay for good; neither is anything on a full
// disk. Both only mean that the next start asks the server again.
async function keep(cache, hash, answer) {
    const digest = await crypto.subtle.digest("SHA-256", await answer.clone().arrayBuffer());
    const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
    return found.startsWith(hash) && cache.put(keptAs(hash), answer).then(() => true, () => false);
}

// --- everything else, when the page has time

const LARGE = /^(api|build|extensions|files|notebooks|static)\//; // not needed to find one's way
const keeping = {}; // promises, by what is wanted

self.addEventListener("message", (event) => {
    const wanted = { keep: () => true, "keep pages": (path) => !LARGE.test(path) }[event.data];
    if (!wanted) return;
    keeping[event.data] ??= fetchAll(wanted).finally(() => { delete keeping[event.data]; });
    const done = event.data.replace("keep", "kept"); // says what: a page may have asked for both
    event.waitUntil(keeping[event.data].then((all) => { if (all) event.source.postMessage(done); }));
});

// Whether all that is wanted is kept now. One file after the other: what the pupil does goes first.
async function fetchAll(wanted) {
    if ((await ask()) !== "same") return false;
    const cache = await caches.open(CACHE);
    const there = new Set((await cache.keys()).map((request) => request.url));
    let all = true;
    for (const [path, hash] of Object.entries(FILES)) {
        if (there.has(keptAs(hash)) || LATE.includes(path) || !wanted(path)) continue;
        const answer = await fetch(ROOT + encodeURI(path), { cache: "no-cache" }).catch(() => null);
        if (!answer?.ok || !(await keep(cache, hash, answer))) all = false;
    }
    return all;
}
