import {
  anyFieldType,
  editableKinds,
  emptyViewConfig,
  type Field,
  type FieldKind,
  fieldTypes,
  isLinkField,
  isSelectField,
  readShape,
  type SelectField,
  type Table,
  takesManyOptions,
  type ViewConfig,
} from '@weft/core';
import { must } from '@weft/std';
import fc from 'fast-check';
import type { Action, CellsByField } from './action.ts';
import { linksOf } from './apply.ts';
import type { Change } from './change.ts';
import type { MemoryBase } from './memory-base.ts';

/** Three-letter kind and a number, in the shape of a real id. */
export const idOf = (kind: string, number: number): string =>
  `${kind}${number.toString(36).padStart(21, '0')}`;

function fieldOf(kind: FieldKind, id: string, name: string, order = 0): Field {
  const [template] = fieldTypes[kind].samples.templates;
  const shape = readShape(kind, template);
  return { id, name, order, ...must(shape.ok ? shape.value : null) };
}

/** A table with a field of every kind a person can edit. */
export function everyKindTable(number: number): Omit<Table, 'order'> {
  const fields = editableKinds.map((kind, i) => fieldOf(kind, idOf('fld', number * 100 + i), kind, i));
  return {
    id: idOf('tbl', number),
    name: `Table ${number}`,
    primaryFieldId: idOf('fld', number * 100),
    fields,
    views: [
      { id: idOf('viw', number * 100 + 1), name: 'Grid', type: 'grid', order: 0, config: emptyViewConfig },
    ],
  };
}

function cellsFor(table: Table, seeds: readonly number[]): CellsByField {
  const cells: { [fieldId: string]: CellsByField[string] } = {};
  for (const seed of seeds) {
    const field = table.fields[seed % table.fields.length];
    if (!field) continue;
    const { samples } = anyFieldType(field.type);
    const values = anyFieldType(field.type).validate(
      samples.values[seed % samples.values.length],
      field.template,
    );
    const made = isSelectField(field) ? field.template.options.at(-1)?.value : undefined;
    if (made?.length === 10 && seed % 3 === 0) {
      cells[field.id] = { value: takesManyOptions(field.type) ? [made] : made };
      continue;
    }
    const empties = seed % 7 === 0;
    // An empty text is no text beside a cell: calls leave it out.
    const texts = samples.unfit.filter((text) => text !== '');
    const unfit = seed % 5 === 0 ? texts[seed % Math.max(1, texts.length)] : undefined;
    if (empties || !values.ok) cells[field.id] = { value: null };
    else cells[field.id] = unfit === undefined ? { value: values.value } : { value: null, raw: unfit };
  }
  return cells;
}

/** A choice of what to do next; what it comes to depends on the base it meets. */
export interface Choice {
  readonly what: number;
  readonly which: number;
  readonly seeds: readonly number[];
}

/** At most so many choices, and at least; each number is as likely. */
export const choices = (most: number, least = 0) =>
  fc.array(
    fc.record({
      what: fc.nat(36),
      which: fc.nat(10_000),
      seeds: fc.array(fc.nat(10_000), { minLength: 1, maxLength: 6 }),
    }),
    // As long as asked for: fast-check's own idea of a size is ten.
    { minLength: least, maxLength: most, size: 'max' },
  );

/** Some settings of a view, of fields that are there. */
function configFor({ fields }: Table, seeds: readonly number[]): Partial<ViewConfig> {
  const ids = seeds.flatMap((seed) => fields[seed % fields.length]?.id ?? []);
  const condition = (fieldId: string) => ({ fieldId, operator: 'is_empty' });
  const configs: readonly Partial<ViewConfig>[] = [
    { sorts: ids.slice(0, 3).map((fieldId, i) => ({ fieldId, direction: i % 2 === 0 ? 'asc' : 'desc' })) },
    { hiddenFieldIds: [...new Set(ids)] },
    { orderedFieldIds: [...new Set(ids)] },
    { fieldWidths: Object.fromEntries(ids.map((fieldId, i) => [fieldId, 100 + i * 20])) },
    { filters: { conjunction: 'or', items: ids.map(condition) } },
    {
      filters: {
        conjunction: 'and',
        items: ids.map((fieldId) => ({ conjunction: 'or', items: [condition(fieldId)] })),
      },
    },
    { filters: null, sorts: [] },
    { rowHeight: 'tall' },
  ];
  return { ...configs[(seeds[0] ?? 0) % configs.length], ...configs[(seeds[1] ?? 0) % configs.length] };
}

/** Mostly new, now and then one that is or was another's. */
const nameFor = ({ which }: Choice, number: number): string =>
  which % 3 === 0 ? `Name ${which % 2}` : `Name ${number}`;

/** Kinds whose settings can become narrower than what cells hold. */
const limited: readonly FieldKind[] = ['single_select', 'multiple_select', 'rating', 'percent'];

/** Another name, or other settings. */
function fieldChangeFor(
  choice: Choice,
  table: Table,
  field: Field,
  number: number,
): { fieldId: string; name: string } | { fieldId: string; template: object } {
  if (choice.which % 2 === 0) return { fieldId: field.id, name: nameFor(choice, number) };
  const narrow = table.fields.filter(({ type }) => limited.includes(type));
  const chosen = narrow[number % Math.max(1, narrow.length)] ?? field;
  if (isSelectField(chosen)) return { fieldId: chosen.id, template: otherOptions(chosen, number) };
  const { templates } = anyFieldType(chosen.type).samples;
  return { fieldId: chosen.id, template: templates[number % templates.length] as object };
}

/** One option fewer or one more; values are as long as those the product makes. */
function otherOptions({ template }: SelectField, number: number): object {
  const { options } = template;
  const made = (value: string): boolean => value.length === 10;
  const last = options.findLast(({ value }) => made(value));
  if (last !== undefined && number % 2 === 0)
    return { ...template, options: options.filter((option) => option !== last) };
  const value = number.toString(36).padStart(10, '0');
  return { ...template, options: [...options, { value, label: `Option ${number}`, color: 'Blue' }] };
}

/** The newest of what was deleted, which may be there again. */
const lastGone = (base: MemoryBase, kind: 'table' | 'field' | 'record'): Change | undefined =>
  base.log
    .flatMap((entry) => entry.changes)
    .findLast((change) => change.kind === kind && change.after === null);

/** The action a choice comes to in a base as it stands; `number` is fresh and makes the ids. Some come in groups of four. */
export function actionFor(choice: Choice, base: MemoryBase, number: number): Action {
  const group = Math.floor(number / 4);
  return { ...alone(choice, base, number), ...(group % 3 === 0 && { groupId: idOf('grp', group) }) };
}

function alone(choice: Choice, base: MemoryBase, number: number): Action {
  const id = idOf('act', number);
  const { tables } = base.metadata;
  const table = tables[choice.which % Math.max(1, tables.length)];
  if (!table || choice.what === 0) {
    return { id, type: 'CREATE_TABLE', input: { table: everyKindTable(number), records: [], unique: true } };
  }
  const tableId = table.id;
  const records = base.recordsOf(tableId);
  const record = records[choice.which % Math.max(1, records.length)];
  const field = table.fields[choice.which % table.fields.length] ?? table.fields[0];
  const view = table.views[choice.which % table.views.length];
  const cells = cellsFor(table, choice.seeds);
  const created = choice.seeds.map((seed, i) => ({
    id: idOf('rec', number * 100 + i),
    cells: cellsFor(table, [seed]),
  }));
  if (!field || !view) throw new Error('A table without field or view');
  const fresh: Action = { id, type: 'CREATE_RECORD', input: { tableId, records: created } };
  switch (choice.what) {
    case 1:
      return { id, type: 'UPDATE_TABLE', input: { tableId, name: nameFor(choice, number) } };
    case 2:
      return { id, type: 'DELETE_TABLE', input: { tableId } };
    case 3:
      return { id, type: 'REORDER_TABLES', input: { tableIds: tables.map((one) => one.id).toReversed() } };
    case 4: {
      const kind = editableKinds[choice.which % editableKinds.length] ?? 'number';
      const { order: _, ...field } = fieldOf(kind, idOf('fld', number * 100), '');
      return { id, type: 'CREATE_FIELD', input: { tableId, field } };
    }
    case 5:
      return {
        id,
        type: 'UPDATE_FIELD',
        input: { tableId, ...fieldChangeFor(choice, table, field, number) },
      };
    case 6:
      return { id, type: 'DELETE_FIELD', input: { tableId, fieldId: field.id } };
    case 7:
      return {
        id,
        type: 'REORDER_FIELDS',
        input: { tableId, fieldIds: table.fields.map((one) => one.id).toReversed() },
      };
    case 8:
      return {
        id,
        type: 'RESIZE_FIELD',
        input: { tableId, viewId: view.id, fieldId: field.id, width: 100 + (choice.which % 200) },
      };
    case 9:
      return {
        id,
        type: 'UPDATE_VIEW_SETTINGS',
        input: { tableId, viewId: view.id, config: configFor(table, choice.seeds) },
      };
    case 10:
      return record ? { id, type: 'DELETE_RECORD', input: { tableId, recordId: record.id } } : fresh;
    case 11:
      return {
        id,
        type: 'BULK_DELETE_RECORDS',
        input: { tableId, recordIds: records.slice(0, 3).map((one) => one.id) },
      };
    case 12:
      return {
        id,
        type: 'BULK_PASTE_CELLS',
        input: { tableId, records: records.slice(0, 4).map((one) => ({ id: one.id, cells })), created },
      };
    case 13: {
      const cleared = records.slice(0, 4).map((one) => ({ recordId: one.id, fieldId: field.id }));
      return { id, type: 'BULK_CLEAR_CELLS', input: { tableId, cells: cleared } };
    }
    case 14:
    case 15:
    case 16:
      return record
        ? { id, type: 'UPDATE_RECORD_CELL', input: { tableId, recordId: record.id, cells } }
        : fresh;
    case 17: {
      const { order: _, ...doubled } = view;
      return {
        id,
        type: 'CREATE_VIEW',
        input: { tableId, view: { ...doubled, id: idOf('viw', number * 100) }, unique: true },
      };
    }
    case 18:
      return { id, type: 'UPDATE_VIEW', input: { tableId, viewId: view.id, name: nameFor(choice, number) } };
    case 19:
      return { id, type: 'DELETE_VIEW', input: { tableId, viewId: view.id } };
    case 20:
      return {
        id,
        type: 'REORDER_VIEWS',
        input: { tableId, viewIds: table.views.map((one) => one.id).toReversed() },
      };
    case 21: {
      const type = editableKinds[(choice.seeds[0] ?? 0) % editableKinds.length] ?? 'number';
      const template = fieldOf(type, field.id, '').template;
      const as = { type, template, shadowId: idOf('fld', number * 100 + 99), timeZone: 'Europe/Paris' };
      return {
        id,
        type: 'CONVERT_FIELD_TYPE',
        input: { tableId, fieldId: field.id, ...as, locale: 'en-US' },
      };
    }
    case 22: {
      // Links that come with a copy are no changes of the log: the records they lead to must not be taken back and made again.
      const withRecords = choice.which % 4 > 0 && !table.fields.some(isLinkField);
      return {
        id,
        type: 'DUPLICATE_TABLE',
        input: { tableId, newTableId: idOf('tbl', number), withRecords },
      };
    }
    case 23: {
      const gone = lastGone(base, 'table');
      return gone ? { id, type: 'RESTORE_TABLE', input: { tableId: gone.tableId } } : fresh;
    }
    case 24: {
      const gone = lastGone(base, 'field');
      return gone?.kind === 'field'
        ? { id, type: 'RESTORE_FIELD', input: { tableId: gone.tableId, fieldId: gone.fieldId } }
        : fresh;
    }
    case 25: {
      const gone = lastGone(base, 'record');
      return gone?.kind === 'record'
        ? { id, type: 'RESTORE_RECORDS', input: { tableId: gone.tableId, recordIds: [gone.recordId] } }
        : fresh;
    }
    case 26:
      return { id, type: 'IMPORT_RECORDS', input: { table: everyKindTable(number), recordsImported: 0 } };
    case 27:
    case 28: {
      // Often to one place, so that its room runs out.
      const recordIds = choice.seeds.flatMap((seed) => records[seed % records.length]?.id ?? []);
      const next = records[choice.which % 5 === 0 ? records.length : choice.which % 3]?.id ?? null;
      const beforeRecordId = next !== null && recordIds.includes(next) ? null : next;
      return recordIds.length === 0
        ? fresh
        : { id, type: 'REORDER_RECORDS', input: { tableId, recordIds, beforeRecordId } };
    }
    case 29:
      return linkFieldFor(choice, base, tableId, number);
    case 30:
    case 31:
    case 32:
      return linksFor(choice, base, table, id) ?? fresh;
    case 33:
      return lookupFor(choice, base, table, number) ?? fresh;
    case 34: {
      const template = isLinkField(field) ? { inverseFieldId: idOf('fld', number * 100 + 1) } : {};
      const copy = { id: idOf('fld', number * 100), name: '', type: field.type, template };
      return { id, type: 'CREATE_FIELD', input: { tableId, field: copy, copyOf: field.id } };
    }
    default:
      return fresh;
  }
}

/** A field that links to some table, now and then its own. */
function linkFieldFor({ which, seeds }: Choice, base: MemoryBase, tableId: string, number: number): Action {
  const { tables } = base.metadata;
  const target = must(tables[(seeds[0] ?? 0) % tables.length]);
  const template = {
    tableId: target.id,
    allowMultiple: which % 3 > 0,
    inverseFieldId: idOf('fld', number * 100 + 1),
  };
  const field = { id: idOf('fld', number * 100), name: '', type: 'linked_record' as const, template };
  return { id: idOf('act', number), type: 'CREATE_FIELD', input: { tableId, field } };
}

/** A lookup through one of the table's link fields. */
function lookupFor({ which, seeds }: Choice, base: MemoryBase, table: Table, number: number): Action | null {
  const links = table.fields.filter(isLinkField);
  const link = links[which % Math.max(1, links.length)];
  const target = base.metadata.tables.find(({ id }) => id === link?.template.tableId);
  const shown = target?.fields[(seeds[0] ?? 0) % target.fields.length];
  if (link === undefined || shown === undefined) return null;
  const template = { linkedRecordFieldId: link.id, lookupFieldId: shown.id };
  const field = { id: idOf('fld', number * 100), name: '', type: 'lookup' as const, template };
  return { id: idOf('act', number), type: 'CREATE_FIELD', input: { tableId: table.id, field } };
}

/** Links some of the first records of two tables to each other, and others no more. */
function linksFor({ which, seeds }: Choice, base: MemoryBase, table: Table, id: string): Action | null {
  const fields = table.fields.filter(isLinkField);
  const field = fields[which % Math.max(1, fields.length)];
  const record = base.recordsOf(table.id)[which % 3];
  if (field === undefined || record === undefined) return null;
  const targets = base.recordsOf(field.template.tableId).map((one) => one.id);
  const some = (of: readonly number[]) => [
    ...new Set(of.flatMap((seed) => targets[seed % Math.min(4, targets.length)] ?? [])),
  ];
  const newIds = some(seeds.slice(0, 2));
  const oldIds = which % 2 === 0 ? linksOf(record, field.id) : some(seeds.slice(2));
  if (which % 5 === 0) {
    const records = base
      .recordsOf(table.id)
      .slice(0, 3)
      .map((one) => ({ id: one.id, newIds, oldIds }));
    return { id, type: 'BULK_UPDATE_LINKS', input: { tableId: table.id, fieldId: field.id, records } };
  }
  return {
    id,
    type: 'UPDATE_LINKS',
    input: { tableId: table.id, recordId: record.id, fieldId: field.id, newIds, oldIds },
  };
}
