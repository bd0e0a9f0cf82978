/** What a page says: a text by its key, with values in its places. */
export const sayer = (words) => (key, values = {}) =>
  words[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));

/** The words of a page of the site, in the language of the page. */
export async function wordsOfPage() {
  const { default: given } = await import(`./${document.documentElement.lang}.js`);
  return sayer(given.words);
}
