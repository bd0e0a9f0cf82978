// Lets the browser keep the site, where it may: on https and on this computer. Without that, all works as well.

const WAIT = 10000; // milliseconds after which the page has what it needs, and the rest can be fetched
const PLACES = /\/(notebooks|play)\//; // who has come here needs nearly everything, who has not, only the pages

async function keepSite(root) {
    const site = navigator.serviceWorker;
    if (!site) return;
    await site.register(new URL("service-worker.js", root), { scope: root.pathname, updateViaCache: "none" });
    const { active } = await site.ready;
    setTimeout(() => active.postMessage(PLACES.test(location.pathname) ? "keep" : "keep pages"), WAIT);
}

keepSite(new URL("./", document.currentScript.src)).catch(() => {
    // Forbidden by the browser or its owner: then the site comes from the server each time.
});
