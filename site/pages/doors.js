// Shows which door was taken last. Nobody is led anywhere without having chosen it.
import { language } from "./saves.js";

const last = language();
for (const door of document.querySelectorAll(".door"))
  door.querySelector("small").hidden = door.dataset.lang !== last;
document.body.dataset.ready = "true";
