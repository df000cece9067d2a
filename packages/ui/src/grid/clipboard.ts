import { type Field, isLinkField } from '@weft/core';
import { clearCells, recordsHere, recordsOf, refuseManyLinks } from './edits.ts';
import { pasteFiles } from './file-transfer.ts';
import type { GridController } from './grid-controller.ts';
import { maxRows } from './grid-store.ts';
import { copyTable } from './model/clipboard/copy.ts';
import { type PastedCell, readForeignTable, readOwnTable } from './model/clipboard/html.ts';
import { readHtmlTable } from './model/clipboard/html-table.ts';
import { type ResolvedLinks, resolveLinks } from './model/clipboard/link-cells.ts';
import { pastedRows, planPaste } from './model/clipboard/paste.ts';
import { readTsv } from './model/clipboard/tsv.ts';
import { type Range, rangeOf, type Selection, selectRange } from './model/selection.ts';

const plural = (count: number, thing: string, locale?: string): string =>
  `${locale === undefined ? count : count.toLocaleString(locale)} ${count === 1 ? thing : `${thing}s`}`;

const nothingCopied = 'Nothing was copied.';

/**
 * Copies the selected cells to the clipboard; rows that are not loaded are fetched first. Returns the copied range; null,
 * with a notice, when it could not be copied.
 */
export async function copyCells(grid: GridController, event: ClipboardEvent): Promise<Range | null> {
  const { selection } = grid.state;
  if (selection === null) return null;
  event.preventDefault();
  const range = rangeOf(selection);
  const fields = grid.state.columns.list
    .slice(range.columns[0], range.columns[1] + 1)
    .map(({ field }) => field);
  const [from, to] = range.rows;
  const here = to - from < maxRows ? recordsHere(grid, range.rows) : null;
  if (here !== null) {
    const { text, html } = copyTable(fields, here, grid.env);
    event.clipboardData?.setData('text/plain', text);
    event.clipboardData?.setData('text/html', html);
  } else {
    const records = await recordsOf(grid, range.rows, nothingCopied);
    if (records === null) return null;
    try {
      const { text, html } = copyTable(fields, records, grid.env);
      const item = new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      });
      await navigator.clipboard.write([item]);
    } catch {
      // The browser refuses a page without TLS or hidden, and a text longer than it can hold.
      grid.props.onNotice(`The browser did not allow copying. ${nothingCopied}`);
      return null;
    }
  }
  grid.mark({ copied: range });
  return range;
}

/** Copies the selected cells and empties them, but only once they are on the clipboard. */
export async function cutCells(grid: GridController, event: ClipboardEvent): Promise<void> {
  const range = await copyCells(grid, event);
  if (range !== null) await clearCells(grid, range);
}

/** The block on the clipboard: our own table, exactly; else another program's texts and what its table adds to them. */
function readClipboard(data: DataTransfer): readonly (readonly PastedCell[])[] {
  const html = data.getData('text/html');
  const table = html === '' ? null : readHtmlTable(html);
  const own = table && readOwnTable(table);
  if (own) return own;
  const text = data.getData('text/plain');
  const texts = text === '' ? [] : readTsv(text);
  return table ? readForeignTable(table, texts) : texts.map((row) => row.map((cell) => ({ text: cell })));
}

/** Writes what is on the clipboard from the selection's first cell on, as one step of undo. */
export function pasteCells(grid: GridController, event: ClipboardEvent): void {
  const { selection } = grid.state;
  event.preventDefault();
  if (selection === null || event.clipboardData === null || !grid.canEdit) return;
  if (pasteFiles(grid, event.clipboardData)) return;
  const block = readClipboard(event.clipboardData);
  if (block.length > 0) void pasteBlock(grid, block);
}

type Block = readonly (readonly PastedCell[])[];

/** The block with the records that it names where it meets link fields; null, with a notice, where they are not found. */
async function withLinks(
  grid: GridController,
  block: Block,
  range: Range,
  create: boolean,
): Promise<ResolvedLinks | null> {
  const { list } = grid.state.columns;
  const [left] = range.columns;
  const selected = range.columns[1] - left + 1;
  const width = Math.max(1, ...block.map((row) => row.length));
  const fields = list.slice(left, left + pastedRows(width, selected)).map(({ field }) => field);
  const rows = pastedRows(block.length, range.rows[1] - range.rows[0] + 1);
  if (!fields.some(isLinkField)) return { block, unknown: new Map(), beyond: 0 };
  if (refuseManyLinks(grid, fields, rows)) return null;
  // Columns beyond the last field are still counted.
  const beyond = Array.from({ length: Math.max(0, width - fields.length) }, () => ({ text: '' }));
  try {
    const resolved = await resolveLinks(block, fields, grid.props.actions.linkSource, create);
    return { ...resolved, block: resolved.block.map((row) => [...row, ...beyond]) };
  } catch {
    grid.props.onNotice('Couldn’t look up the records to link. Nothing was changed.');
    return null;
  }
}

/** Columns named to a person; more are counted. */
const maxNamed = 3;

/** Columns that nobody can write, as a person is told of them. */
export function refusedText(fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const named = fields.slice(0, maxNamed).map(({ name }) => `“${name}”`);
  const rest = fields.length - named.length;
  if (rest > 0) named.push(plural(rest, 'other'));
  const last = named.pop();
  const names = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  return `the ${fields.length === 1 ? 'column' : 'columns'} ${names}, which cannot be edited`;
}

interface PasteOptions {
  readonly createLinked?: boolean;
  readonly otherMark?: boolean;
  /** Where to, if not into what is selected. */
  readonly at?: Selection | null;
}

/** Names that no record has, as a person is told of them. */
function unknownText(grid: GridController, { unknown }: ResolvedLinks): readonly string[] {
  return [...unknown].map(([field, names]) => {
    const table = grid.props.actions.linkSource(field)?.table.name ?? 'the linked table';
    const [first = ''] = names;
    const rest = names.size - 1;
    return `“${first}”${rest === 0 ? '' : ` and ${plural(rest, 'other name')}`} that no record of ${table} has`;
  });
}

/** What a paste added to the table; empty where it added nothing. */
function addedText(rows: number, created: number, locale: string): string {
  if (created === 0) return '';
  const records = plural(created, 'new record', locale);
  return created === rows ? `Pasted ${records}` : `Pasted ${plural(rows, 'row', locale)}: ${records}`;
}

/**
 * Writes a block of cells from the selection's first one on, over all of it where it fits a whole number of times.
 * `createLinked`: makes a record for each name that none has, in columns of links.
 */
export async function pasteBlock(
  grid: GridController,
  given: Block,
  { createLinked = false, otherMark = false, at = grid.state.selection }: PasteOptions = {},
): Promise<void> {
  const selection = at;
  if (selection === null) return;
  const range = rangeOf(selection);
  const resolved = await withLinks(grid, given, range, createLinked);
  if (resolved === null) return;
  const { block } = resolved;
  const { rowCount } = grid.state;
  const [top] = range.rows;
  const [left] = range.columns;
  const selected = range.rows[1] - top + 1;
  const reach = pastedRows(block.length, selected);
  const last = Math.min(rowCount, top + reach) - 1;
  const records = last < top ? [] : await recordsOf(grid, [top, last]);
  if (records === null) return;
  const { actions, search = '' } = grid.props;
  const plan = planPaste(block, {
    fields: grid.state.columns.list.slice(left).map(({ field }) => field),
    records,
    rows: selected,
    columns: range.columns[1] - left + 1,
    canCreate: search === '' && grid.canAdd,
    env: grid.env,
    otherMark,
    isEditable: grid.isWritten,
    newRecordId: () => actions.newRecordId(),
    newOptionValue: () => actions.newOptionValue(),
  });
  grid.mark({ copied: null });
  const { edits, created, templates, size } = plan;
  if (edits.length + created.length + templates.length > 0)
    actions.pasteCells(edits, created, templates, true);
  grid.layout();
  const bottom = Math.min(top + size.rows, grid.extent.rows) - 1;
  const anchor = { row: top, column: left };
  grid.select(selectRange(anchor, { row: Math.max(top, bottom), column: left + size.columns - 1 }), false);
  const { datesKept, emptied, otherMarks } = plan;
  const unknown = unknownText(grid, resolved);
  const lost = [
    ...unknown,
    resolved.beyond > 0 ? `${plural(resolved.beyond, 'record')} beyond the first of a cell` : '',
    datesKept > 0
      ? `${plural(datesKept, 'text')} that ${datesKept === 1 ? 'is no date' : 'are no dates'}`
      : '',
    plan.columnsLost > 0 ? `${plural(plan.columnsLost, 'column')} beyond the last field` : '',
    refusedText(plan.refused),
    reach > size.rows
      ? `${plural(reach - size.rows, 'row')} beyond the ${search === '' ? 'last record' : 'search’s results'}`
      : '',
  ].filter((each) => each !== '');
  const said = [
    addedText(size.rows, created.length, grid.env.locale),
    emptied > 0 ? `Left empty: ${plural(emptied, 'cell')}, where what was pasted is no number` : '',
    otherMarks > 0 ? `Kept as text: ${plural(otherMarks, 'number')} with another decimal mark` : '',
    lost.length > 0 ? `Not pasted: ${lost.join(' and ')}` : '',
  ].filter((each) => each !== '');
  if (said.length === 0) return;
  if (emptied + otherMarks + lost.length === 0) return actions.offerUndo(said.join());
  const again = (options: PasteOptions) => () => void pasteBlock(grid, given, { ...options, at: selection });
  const read =
    otherMarks > 0 ? { label: 'Read as numbers', onSelect: again({ otherMark: true }) } : undefined;
  const offer =
    unknown.length > 0 ? { label: 'Create records', onSelect: again({ createLinked: true }) } : read;
  grid.props.onNotice(`${said.join('. ')}.`, '', offer);
}
