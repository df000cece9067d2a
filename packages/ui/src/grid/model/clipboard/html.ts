import { type FieldKind, isFieldKind } from '@weft/core';

/** A cell as it is copied: what a person sees, and what it is exactly. */
export interface CopiedCell {
  readonly text: string;
  readonly kind: FieldKind;
  /** The canonical text of the value, or the text that does not fit; null for the empty cell. */
  readonly canonical: string | null;
  readonly unfit: boolean;
  /** The zone a moment is shown in, where its field has one of its own. */
  readonly zone?: string;
}

// Readers of HTML turn a bare carriage return into a line feed; as a reference it stays what it is.
const signs: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const escaped = (text: string): string => text.replace(/[&<>"\r]/g, (sign) => signs[sign] ?? sign);

/** A table other programs read; our own attributes carry what would be lost in what is shown. */
export function writeHtml(rows: readonly (readonly CopiedCell[])[]): string {
  const cell = ({ text, kind, canonical, unfit, zone }: CopiedCell) => {
    const exact = canonical === null ? '' : ` data-weft-value="${escaped(canonical)}"`;
    const place = zone === undefined ? '' : ` data-weft-zone="${escaped(zone)}"`;
    return `<td data-weft-type="${kind}"${exact}${unfit ? ' data-weft-unfit=""' : ''}${place}>${escaped(text).replaceAll('\n', '<br>')}</td>`;
  };
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');
  return `<meta charset="utf-8"><table data-weft="1"><tbody>${body}</tbody></table>`;
}

/** Cells of a pasted table; a foreign one has texts only. */
export type PastedCell = CopiedCell | { readonly text: string };

/** The first table of a pasted document, merged cells filled once and empty after; null when there is none. */
export function readHtml(document: Document): readonly (readonly PastedCell[])[] | null {
  const table = document.querySelector('table');
  if (table === null) return null;
  const own = table.dataset.weft !== undefined;
  const rows: PastedCell[][] = [];
  for (const [index, row] of [...table.rows].entries()) {
    rows[index] ??= [];
    const cells = rows[index];
    let column = 0;
    for (const cell of row.cells) {
      while (cells[column] !== undefined) column++;
      for (let down = 0; down < Math.min(cell.rowSpan || 1, table.rows.length - index); down++)
        for (let right = 0; right < Math.max(1, cell.colSpan); right++) {
          rows[index + down] ??= [];
          const target = rows[index + down];
          if (target) target[column + right] = down + right > 0 ? { text: '' } : readCell(cell, own);
        }
    }
  }
  return rows.map((row) => Array.from(row, (cell) => cell ?? { text: '' }));
}

function readCell(cell: HTMLTableCellElement, own: boolean): PastedCell {
  for (const line of cell.querySelectorAll('br')) line.replaceWith('\n');
  const text = cell.textContent ?? '';
  const { weftType: kind, weftValue, weftUnfit, weftZone } = cell.dataset;
  if (!own || kind === undefined || !isFieldKind(kind)) return { text: own ? text : text.trim() };
  return {
    text,
    kind,
    canonical: weftValue ?? null,
    unfit: weftUnfit !== undefined,
    ...(weftZone !== undefined && { zone: weftZone }),
  };
}
