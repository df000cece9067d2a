import {
  addOptions,
  anyFieldType,
  type BaseRecord,
  type CellValue,
  type Field,
  type FieldEnv,
  isLinkField,
  isSelectField,
  optionByLabel,
  readWithOtherMark,
  type SelectField,
  type SelectTemplate,
} from '@weft/core';
import { gridKind } from '../../../fields/grid-kinds.ts';
import { pastedLabels } from '../../../fields/select/pasted-labels.ts';
import type { CellEdit } from '../../grid-source.ts';
import { foreignCell } from './foreign-cell.ts';
import type { PastedCell } from './html.ts';
import { ownCell } from './own-cell.ts';

export interface PasteTarget {
  /** Fields from the first selected column on, as the view shows them. */
  readonly fields: readonly Field[];
  /** Records from the first selected row on, as many as the paste may reach. */
  readonly records: readonly BaseRecord[];
  /** Size of the selection. */
  readonly rows: number;
  readonly columns: number;
  /** Whether rows that do not exist yet are made. */
  readonly canCreate: boolean;
  readonly env: FieldEnv;
  /** Reads what is no number with the column's decimal mark with the other one. */
  readonly otherMark?: boolean;
  readonly isEditable: (field: Field) => boolean;
  readonly newRecordId: () => string;
  readonly newOptionValue: () => string;
}

export interface PastePlan {
  readonly edits: readonly CellEdit[];
  readonly created: readonly { readonly id: string; readonly edits: readonly CellEdit[] }[];
  readonly templates: readonly { readonly fieldId: string; readonly template: Field['template'] }[];
  /** What was written, in rows and columns of the view. */
  readonly size: { readonly rows: number; readonly columns: number };
  /** Columns of the clipboard beyond the last field. */
  readonly columnsLost: number;
  /** Date cells that kept their value, for what was pasted is no date (specification 2, section 5). */
  readonly datesKept: number;
  /** Cells left empty, for what was pasted is no number of their kind. */
  readonly emptied: number;
  /** Texts that were kept, for they are numbers with another decimal mark than their column's. */
  readonly otherMarks: number;
  /** Fields that something was pasted into and that nobody can write: computed ones, and those the server keeps. */
  readonly refused: readonly Field[];
}

/** How often a block fits a selection: a whole number of times, else once as it is. */
const repeated = (block: number, selected: number): number =>
  selected > block && selected % block === 0 ? selected : block;

/** Rows a paste of this block into this selection reaches. */
export const pastedRows = (block: number, selected: number): number => repeated(block, selected);

/** What a paste changes: one value or block, repeated over the selection where it fits, growing the table below. */
export function planPaste(block: readonly (readonly PastedCell[])[], target: PasteTarget): PastePlan {
  const width = Math.max(1, ...block.map((row) => row.length));
  const rows = repeated(block.length, target.rows);
  const columns = repeated(width, target.columns);
  const fields = withNewOptions(block, width, columns, target);
  const keeping = new Set(fields.filter(({ type }) => gridKind(type).keepsOnUnfit).map(({ id }) => id));
  let datesKept = 0;
  let emptied = 0;
  let otherMarks = 0;
  const refused = new Set<Field>();
  const edits: CellEdit[] = [];
  const created: { id: string; edits: readonly CellEdit[] }[] = [];
  for (let row = 0; row < rows; row++) {
    const record = target.records[row];
    if (!record && !target.canCreate) break;
    const recordId = record?.id ?? target.newRecordId();
    const own: CellEdit[] = [];
    for (const [column, field] of fields.slice(0, columns).entries()) {
      const cell = block[row % block.length]?.[column % width] ?? { text: '' };
      if (!target.isEditable(field)) {
        if (cell.text.trim() !== '') refused.add(field);
        continue;
      }
      const asIs = pastedCell(field, cell, target.env);
      const other = asIs.raw === undefined ? null : readWithOtherMark(field, asIs.raw, target.env);
      const taken = other !== null && target.otherMark === true ? { value: other } : asIs;
      if (other !== null && taken === asIs) otherMarks++;
      // Links are resolved before: no other text is one.
      if (isLinkField(field) && (!('kind' in cell) || cell.unfit || taken.raw !== undefined)) continue;
      if (isEmptied(field, cell, taken, target.env)) emptied++;
      own.push({ recordId, fieldId: field.id, ...taken });
    }
    if (record) {
      const fits = own.filter(({ fieldId, raw }) => raw === undefined || !keeping.has(fieldId));
      datesKept += own.length - fits.length;
      edits.push(...fits.filter((edit) => differs(record, edit)));
    } else
      created.push({
        id: recordId,
        edits: own.filter(({ value, raw }) => value !== null || raw !== undefined),
      });
  }
  const templates = fields
    .filter((field, index) => field !== target.fields[index])
    .map((field) => ({ fieldId: field.id, template: field.template }));
  const written = Math.min(columns, target.fields.length);
  return {
    edits,
    created,
    templates,
    size: { rows: Math.min(rows, target.records.length + created.length), columns: written },
    columnsLost: columns - written,
    datesKept,
    emptied,
    otherMarks,
    refused: [...refused],
  };
}

const differs = (record: BaseRecord, { fieldId, value, raw }: CellEdit): boolean => {
  const before = record.data[fieldId] ?? null;
  return raw !== record.raw?.[fieldId] || JSON.stringify(before) !== JSON.stringify(value);
};

type Cell = { readonly value: CellValue; readonly raw?: string };

/** One pasted cell in a field: exactly, where it was copied in this product from a kind that allows it. */
export function pastedCell(field: Field, cell: PastedCell, env: FieldEnv): Cell {
  const own = 'kind' in cell ? ownCell(cell, field, env) : null;
  if (own !== null) return own;
  const exact = 'exact' in cell && cell.exact !== undefined ? foreignCell(cell.exact, field, env) : null;
  if (exact !== null) return exact;
  const type = anyFieldType(field.type);
  if (cell.text.trim() === '') return { value: null };
  const parsed = type.fromPaste(cell.text, field.template, env);
  return parsed.ok ? { value: parsed.value } : { value: null, raw: cell.text };
}

/** A text that is no number leaves the cell empty (specification 2, section 5): that has to be said. */
const isEmptied = (field: Field, { text }: PastedCell, { value, raw }: Cell, env: FieldEnv): boolean =>
  value === null &&
  raw === undefined &&
  text.trim() !== '' &&
  !anyFieldType(field.type).parse(text, field.template, env).ok;

/** The fields, selects with an option for each pasted label they do not know yet. */
function withNewOptions(
  block: readonly (readonly PastedCell[])[],
  width: number,
  columns: number,
  { fields, newOptionValue, isEditable }: PasteTarget,
): readonly Field[] {
  return fields.slice(0, columns).map((field, column) => {
    if (!isSelectField(field) || !isEditable(field)) return field;
    const labels = new Set<string>();
    for (const row of block) for (const label of labelsOf(field, row[column % width])) labels.add(label);
    const unknown = [...labels].filter((label) => optionByLabel(field.template, label) === undefined);
    if (unknown.length === 0) return field;
    const template: SelectTemplate = addOptions(field.template, unknown, newOptionValue);
    return { ...field, template };
  });
}

function labelsOf(field: SelectField, cell: PastedCell | undefined): readonly string[] {
  // A kept text that was no option where it was copied is none here.
  if (cell === undefined || ('kind' in cell && cell.unfit)) return [];
  return pastedLabels(field, cell.text, 'kind' in cell ? cell.kind : undefined);
}
