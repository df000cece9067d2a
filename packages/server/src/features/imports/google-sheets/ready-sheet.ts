import { type Field, type FieldKind, whyNotPrimary } from '@weft/core';
import type { ColumnProfile, ImportChoices } from '@weft/imports';
import type { CallInput } from '@weft/protocol';
import { AppError } from '@weft/std';
import { releaseMemory } from '../../../operations/release-memory.ts';
import type { ReadyRows } from '../file-work.ts';
import { linesOf } from '../from-service/service-work.ts';
import type { ImportDeps } from '../import-deps.ts';
import type { ImportTools } from '../import-work.ts';
import { profileAt } from '../profiles.ts';
import { asWritten } from '../workbook/sheet-file.ts';
import { type ColumnKinds, overrideOf, type SheetFacts } from './column-kinds.ts';
import type { SheetPart, SheetReader } from './sheet-reader.ts';
import { type SpooledSheet, spoolSheet } from './sheet-spool.ts';

/** How the file of a sheet is to be read. */
export const sheetParsing = { ...asWritten, headerRow: true, leadRows: 0 } as const;

/** Pages up to which there is little to collect. */
const fewPages = 3;

/** Times a sheet is read that somebody changes meanwhile. */
const readings = 2;

export type SheetMappings = CallInput<'googleSheetsImportToTableStream'>['fieldMappings'];

/** What a sheet is imported as: into a new table, or into fields of one that is there. */
type SheetChoices = (
  columns: readonly ColumnProfile[],
  kinds: readonly ColumnKinds[],
  facts: SheetFacts,
) => ImportChoices;

/** Columns without a name and without values are room that the sheet has left. */
export const isUsed = ({ sourceIndex, counts }: ColumnProfile, header: readonly string[]): boolean =>
  counts.filled > 0 || (header[sourceIndex] ?? '').trim() !== '';

/** Every column becomes a field, of the type that the sheet itself gives it. */
export const newTableChoices =
  (header: readonly string[]): SheetChoices =>
  (columns, kinds, facts) => {
    const used = columns.filter((column) => isUsed(column, header));
    const overrides: { [index: string]: { readonly fieldType: FieldKind; readonly template?: unknown } } = {};
    for (const column of used) {
      const override = overrideOf(column, kinds[column.sourceIndex], facts);
      if (override !== null) overrides[column.sourceIndex] = override;
    }
    const typeOf = (column: ColumnProfile) => overrides[column.sourceIndex]?.fieldType ?? column.fieldType;
    const [first] = used;
    // One field names the records: ticks alone cannot.
    if (first !== undefined && used.every((column) => whyNotPrimary(typeOf(column)) !== null))
      overrides[first.sourceIndex] = { fieldType: 'single_line_text' };
    return {
      fieldMappings: used.map(({ sourceIndex }) => ({ sourceFieldIndex: sourceIndex })),
      fieldTypeOverrides: overrides,
    };
  };

const isGone = 'A column was removed from the spreadsheet since you chose it: choose the columns again';

/** The mapped columns go into their fields; a column that was named is found where it is now. */
export const intoTableChoices =
  (mappings: SheetMappings, fields: ReadonlyMap<string, Field>, createOptions: boolean): SheetChoices =>
  (columns) => {
    const targets: { [index: string]: Field } = {};
    for (const { sourceFieldIndex, sourceFieldName, targetFieldId } of mappings) {
      const there = columns.find(({ sourceIndex }) => sourceIndex === sourceFieldIndex);
      const column =
        sourceFieldName === undefined || there?.fieldName === sourceFieldName
          ? there
          : columns.find(({ fieldName }) => fieldName === sourceFieldName);
      const field = fields.get(targetFieldId);
      if (column === undefined || field === undefined || targets[column.sourceIndex] !== undefined)
        throw new AppError('conflict', isGone);
      targets[column.sourceIndex] = field;
    }
    return {
      fieldMappings: Object.keys(targets).map((index) => ({ sourceFieldIndex: Number(index) })),
      into: { targets, createOptions },
    };
  };

/** Reads a sheet whole, and what its columns are. One that somebody changes meanwhile is read once more. */
export async function readySheet(
  reader: SheetReader,
  range: string,
  choose: (spooled: SpooledSheet) => SheetChoices,
  deps: ImportDeps,
  tools: ImportTools,
): Promise<ReadyRows> {
  const { spooled, part, changed } = await readUnchanged(reader, range, tools);
  try {
    tools.publish({ type: 'phase', phase: 'structure' });
    // Answers of many pages are read and not yet collected: room for the thread that converts.
    if (spooled.pages > fewPages) releaseMemory();
    const reason =
      'Somebody changed the spreadsheet while it was read: rows may be missing, or be there twice';
    const change = { row: null, line: null, column: part.grid.title, value: '', reason };
    await tools.note({ report: linesOf([...(changed ? [change] : []), ...spooled.report]) });
    const profile = await profileAt(spooled.path, sheetParsing, tools.signal);
    if (profile.refusal !== null)
      throw new AppError('invalid', `The spreadsheet cannot be imported: ${profile.refusal}`);
    const { columns, rows } = profile;
    const { timeZone } = part.spreadsheet;
    const newOptionValue = () => deps.newId('opt').slice(-10);
    return {
      ...{ path: spooled.path, columns, rows, timeZone },
      // Numbers have a decimal point, as those of a workbook.
      parsing: { ...profile.parsing, sheet: part.grid.title },
      choices: choose(spooled)(columns, spooled.columns, { newOptionValue, timeZone }),
      [Symbol.asyncDispose]: () => spooled[Symbol.asyncDispose](),
    };
  } catch (error) {
    await spooled[Symbol.asyncDispose]();
    throw error;
  }
}

async function readUnchanged(
  reader: SheetReader,
  range: string,
  tools: ImportTools,
): Promise<{ readonly spooled: SpooledSheet; readonly part: SheetPart; readonly changed: boolean }> {
  for (let reading = 1; ; reading++) {
    const before = await reader.modifiedTime();
    const part = await reader.part(range);
    const spooled = await spoolSheet(reader, part, {
      whole: true,
      tell: (rowsRead) => tools.publish({ type: 'phase', phase: 'connecting', rowsRead }),
    });
    try {
      tools.stopIfCancelled();
      // Drive says late that somebody changed it.
      const changed = spooled.isCut || (await reader.modifiedTime()) !== before;
      if (!changed || reading === readings) return { spooled, part, changed };
    } catch (error) {
      await spooled[Symbol.asyncDispose]();
      throw error;
    }
    await spooled[Symbol.asyncDispose]();
  }
}
