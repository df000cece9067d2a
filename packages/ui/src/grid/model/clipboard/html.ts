import { type FieldKind, isFieldKind } from '@weft/core';
import { withoutUndefined } from '@weft/std';
import type { ForeignValue } from '../../../fields/grid-kind.ts';
import { foreignValue } from './foreign-value.ts';
import type { HtmlCell, HtmlRow, HtmlTable } from './html-table.ts';

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

// Readers of HTML and clipboards change the breaks of lines; as references they stay what they are.
const signs: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
};
const escaped = (text: string): string => text.replace(/[&<>"\r\n]/g, (sign) => signs[sign] ?? sign);

const shown = (text: string): string => text.split('\n').map(escaped).join('<br>');

/** A table other programs read; our own attributes carry what would be lost in what is shown. */
export function writeHtml(rows: readonly (readonly CopiedCell[])[]): string {
  const cell = ({ text, kind, canonical, unfit, zone }: CopiedCell) => {
    const exact = canonical === null ? '' : ` data-weft-value="${escaped(canonical)}"`;
    const place = zone === undefined ? '' : ` data-weft-zone="${escaped(zone)}"`;
    return `<td data-weft-type="${kind}"${exact}${unfit ? ' data-weft-unfit=""' : ''}${place}>${shown(text)}</td>`;
  };
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');
  return `<meta charset="utf-8"><table data-weft="1"><tbody>${body}</tbody></table>`;
}

/** Cells of a pasted block; a foreign one has its text, and what else its program says of it. */
export type PastedCell = CopiedCell | { readonly text: string; readonly exact?: ForeignValue };

const none: PastedCell = { text: '' };

/** The rows of a table with each cell at its own place: one that spans several fills the first, the others are empty. */
function placed(rows: readonly HtmlRow[], own: boolean): readonly (readonly PastedCell[])[] {
  const grid: PastedCell[][] = rows.map(() => []);
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const cell of row.cells) {
      while (grid[index]?.[column] !== undefined) column++;
      const down = Math.min(cell.rowSpan, rows.length - index);
      for (let below = 0; below < down; below++)
        for (let right = 0; right < cell.colSpan; right++) {
          const line = grid[index + below];
          if (line) line[column + right] = below + right > 0 ? none : readCell(cell, own);
        }
    }
  }
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? none));
}

/** The table a person copied, if it is one of this product's own; null otherwise. */
export function readOwnTable(table: HtmlTable): readonly (readonly PastedCell[])[] | null {
  return table.attributes.has('data-weft') ? placed(table.rows, true) : null;
}

/**
 * The cells of another program's table. Its plain text is what its cells show, in full; the table says where each
 * cell stands and what it holds exactly. Where the two do not agree on how many cells there are, the table is right
 * if it is all there is, and the text otherwise.
 */
export function readForeignTable(
  table: HtmlTable,
  texts: readonly (readonly string[])[],
): readonly (readonly PastedCell[])[] {
  const width = texts.reduce((most, row) => Math.max(most, row.length), 0);
  const shaped = (cells: readonly (readonly PastedCell[])[]): boolean =>
    cells.length === texts.length && (cells[0]?.length ?? 0) === width;
  const shown = () =>
    placed(
      table.rows.filter((row) => !row.hidden),
      false,
    );
  const all = placed(table.rows, false);
  const cells = shaped(all) ? all : shown();
  if (!shaped(cells))
    return cells.length > 0 && (table.alone || texts.length === 0)
      ? cells
      : texts.map((row) => row.map((text) => ({ text })));
  return cells.map((row, index) =>
    row.map((cell, column): PastedCell => {
      if ('kind' in cell || cell.exact?.kind === 'text') return cell;
      return { ...cell, text: texts[index]?.[column] ?? '' };
    }),
  );
}

function readCell(cell: HtmlCell, own: boolean): PastedCell {
  const { text, attributes } = cell;
  const kind = attributes.get('data-weft-type');
  if (own && kind !== undefined && isFieldKind(kind)) {
    return withoutUndefined({
      text,
      kind,
      canonical: attributes.get('data-weft-value') ?? null,
      unfit: attributes.has('data-weft-unfit'),
      zone: attributes.get('data-weft-zone'),
    });
  }
  const exact = own ? null : foreignValue(cell);
  if (exact === null) return { text };
  return { text: exact.kind === 'text' ? exact.text : text, exact };
}
