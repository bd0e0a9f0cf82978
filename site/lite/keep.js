// Lets the browser keep the site, where it may: on https and on this computer. Without that, all works as well.

const ROOT = new URL("./", import.meta.url);
const WAIT = 10000; // milliseconds after which the page has what it needs, and the rest can be fetched
const PLACES = /\/(notebooks|play|lesson)\//; // who has come here needs nearly everything, who has not, only the pages

/** Fails where the browser or its owner forbids it, or the server does not give the program. */
export const register = () => navigator.serviceWorker.register(
  new URL("service-worker.js", ROOT), { scope: ROOT.pathname, updateViaCache: "none" });

async function keepSite() {
  await register();
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => active.postMessage(PLACES.test(location.pathname) ? "keep" : "keep pages"), WAIT);
}

if (navigator.serviceWorker) keepSite().catch(() => {}); // then the site comes from the server each time
