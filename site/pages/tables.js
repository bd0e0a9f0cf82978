/** Tables of a lesson on a phone: every cell knows its heading, and what it is, so that rows can be laid out as lists. */

const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
const PARTS = "table, thead, tbody, tr, th, td";

export function nameCells(root) {
  for (const table of root.querySelectorAll("table")) {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent.trim());
    for (const part of [table, ...table.querySelectorAll(PARTS)])
      part.role = part.tagName !== "TH" ? ROLES[part.tagName] : part.closest("thead") ? "columnheader" : "rowheader";
    for (const { cells } of table.tBodies[0]?.rows ?? [])
      for (const cell of cells) if (heads[cell.cellIndex]) cell.dataset.head = heads[cell.cellIndex];
  }
}
