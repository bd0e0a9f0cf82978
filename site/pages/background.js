// What a page starts beside itself, such as Python, obeys the rules of the page: nothing comes from another address.
// A program from a file would obey only its server, and the site may lie on any. One from a text has the rules of the
// page that made the text; so the text only asks for the file. And the page hears of everything that does not come.

if (window.Worker) {
  const watch = JSON.stringify(new URL("missing.js", document.currentScript.src).href);
  const tell = () => dispatchEvent(new Event("missing"));
  window.Worker = class extends Worker {
    constructor(address, options) {
      const { href, protocol } = new URL(address, document.baseURI);
      const file = JSON.stringify(href);
      const text = options?.type === "module" ? `import ${watch}; import ${file};` : `importScripts(${watch}, ${file});`;
      const made = () => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
      super(protocol.startsWith("http") ? made() : address, options);
      this.addEventListener("error", tell);
      this.addEventListener("message", ({ data }) => { if (data?.missing) tell(); });
    }
  };
}
