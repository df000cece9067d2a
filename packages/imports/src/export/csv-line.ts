const needsQuotes = /[",\r\n;\t|]|^\s|\s$/;

/**
 * One row of a CSV file by RFC 4180, ended by CRLF. Cells are never altered; those with delimiters of any kind, quotes,
 * line breaks or outer blanks are quoted. A row of one empty cell is `""`, since an empty line is no row.
 */
export function csvLine(cells: readonly string[]): string {
  if (cells.length === 1 && cells[0] === '') return '""\r\n';
  return `${cells.map(quotedCell).join(',')}\r\n`;
}

const quotedCell = (cell: string): string =>
  needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
