/** Rows of texts as spreadsheets put them on the clipboard: tabs between cells, a cell with a break or quote in quotes. */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const text = rows.map((row) => row.map(quoted).join('\t')).join('\n');
  // A last row of one empty cell would read as the break that ends the text.
  return text.endsWith('\n') ? `${text}\n` : text;
}

const quoted = (text: string): string =>
  /[\t\n\r]/.test(text) || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text;

/**
 * Reads what a spreadsheet or an editor put on the clipboard. A cell that begins with a quote and has its closing one
 * before a tab, a line's end or the text's end is unwrapped; any other quote is a sign like any other. The break after
 * the last row makes no row.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (true) {
    const [cell, end] = readCell(text, at);
    row.push(cell);
    const sign = text[end];
    if (sign === '\t') {
      at = end + 1;
      continue;
    }
    rows.push(row);
    row = [];
    if (sign === undefined) return rows;
    at = end + (sign === '\r' && text[end + 1] === '\n' ? 2 : 1);
    if (at === text.length) return rows;
  }
}

const ends = (sign: string | undefined): boolean =>
  sign === undefined || sign === '\t' || sign === '\n' || sign === '\r';

/** The cell that begins here, and where it ends. */
function readCell(text: string, from: number): readonly [string, number] {
  if (text[from] === '"') {
    let close = text.indexOf('"', from + 1);
    while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close !== -1 && ends(text[close + 1]))
      return [text.slice(from + 1, close).replaceAll('""', '"'), close + 1];
  }
  let end = from;
  while (!ends(text[end])) end++;
  return [text.slice(from, end), end];
}
