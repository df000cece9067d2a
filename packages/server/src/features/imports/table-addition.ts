import {
  anyFieldType,
  type CellValue,
  type Field,
  isLinkField,
  isSelectField,
  type LinkField,
  splitLabels,
  type Table,
} from '@weft/core';
import type { BaseStore, RunScan } from '@weft/db';
import { type ActionInputs, type CellsByField, uniqueName } from '@weft/history';
import { type ReportEntry, reportLine } from '@weft/imports';
import type { IdKind } from '@weft/std';
import type { ImportTools } from './import-work.ts';
import { KeyIndex } from './key-index.ts';
import type { CellRow, CellRows } from './worker-messages.ts';

/** What rows that are added to a table are told of it. */
export interface AdditionOrder {
  readonly table: Table;
  /** The tables that its links lead to, by id. */
  readonly tables: readonly Table[];
  /** A row whose cell here is that of a record changes it; null: every row is a new record. */
  readonly keyFieldId: string | null;
  readonly createOptions: boolean;
  /** Names that no record has make one. */
  readonly createLinks: boolean;
}

interface AdditionDeps extends Pick<ImportTools, 'submit'> {
  readonly store: BaseStore;
  readonly userId: string;
  readonly groupId: string;
  readonly newId: (kind: IdKind) => string;
  /** Looks for records by their values when it is its turn. */
  readonly runScan: RunScan;
}

/** What became of some rows. */
interface Added {
  readonly created: number;
  readonly updated: number;
  readonly rejected: number;
  /** Names that were not linked. */
  readonly unlinked: number;
  readonly report: string;
}

/** A record that rows of the file make or change. */
interface Target {
  readonly id: string;
  readonly isNew: boolean;
  cells: CellsByField;
  names: CellRow['names'];
  readonly row: number;
  readonly line: number;
}

interface LinkColumn {
  readonly field: LinkField;
  readonly target: Table;
  readonly primary: Field;
}

/**
 * Rows up to which each batch looks through the tables for its keys and the names of its links: of a million records that takes 0.3 s, and reading
 * all of them as long as some fifty such looks.
 */
const maxLooked = 50_000;
const placeOf = (tableId: string, fieldId: string): string => `${tableId}/${fieldId}`;

/** Links that one action makes or ends, unless one record alone has more. */
const linksPerAction = 5_000;

/** Rows of a file on their way into a table that is there. Each batch is an action like those of people. */
export class TableAddition {
  readonly #deps: AdditionDeps;
  readonly #order: AdditionOrder;
  readonly #fields: Map<string, Field>;
  /** Of a long file: what is known of tables by a field, by `placeOf`. */
  readonly #keys = new Map<string, KeyIndex>();
  #isLong = false;
  #rows = 0;

  constructor(deps: AdditionDeps, order: AdditionOrder) {
    this.#deps = deps;
    this.#order = order;
    this.#fields = new Map(order.table.fields.map((field) => [field.id, field]));
  }

  /** Makes the fields that are new, and the options that the file of so many rows is known to need. */
  async begin(planned: readonly Field[], rows: number): Promise<void> {
    this.#isLong = rows > maxLooked;
    const { id: tableId } = this.#order.table;
    for (const field of planned) {
      if (this.#fields.has(field.id)) {
        await this.#grow(field);
        continue;
      }
      const name = uniqueName(field.name, [...this.#fields.values()]);
      const { id, type, template } = field;
      await this.#deps.submit('CREATE_FIELD', { tableId, field: { id, name, type, template } });
      this.#fields.set(id, { ...field, name });
    }
  }

  async write({ rows, grown }: CellRows): Promise<Added> {
    // How many come is not always known as it begins.
    this.#rows += rows.length;
    if (this.#rows > maxLooked) this.#isLong = true;
    for (const field of grown) await this.#grow(field);
    const { targets, entries } = await this.#targetsOf(rows);
    const cellsOf = (isNew: boolean) =>
      targets.flatMap((target) => (target.isNew === isNew ? [{ id: target.id, cells: target.cells }] : []));
    const [created, records] = [cellsOf(true), cellsOf(false)];
    const rejected = entries.length;
    const { id: tableId } = this.#order.table;
    if (targets.length > 0)
      await this.#deps.submit('BULK_PASTE_CELLS', { tableId, created, records, imported: true });
    this.#note(tableId, [...created, ...records]);
    const unlinked = await this.#link(targets);
    return {
      created: created.length,
      updated: rows.length - rejected - created.length,
      rejected,
      unlinked: unlinked.length,
      report: [...entries, ...unlinked].map(reportLine).join(''),
    };
  }

  async #grow(field: Field): Promise<void> {
    const known = this.#fields.get(field.id);
    if (known === undefined || !isSelectField(field) || !isSelectField(known)) return;
    if (field.template.options.length === known.template.options.length) return;
    const { id: tableId } = this.#order.table;
    // Options that somebody else adds meanwhile stay.
    const { template } = field;
    await this.#deps.submit('UPDATE_FIELD', { tableId, fieldId: field.id, template, from: known.template });
    this.#fields.set(field.id, field);
  }

  /** Which records the rows are: several rows of one key are one record, what comes later counts. */
  async #targetsOf(
    rows: readonly CellRow[],
  ): Promise<{ readonly targets: readonly Target[]; readonly entries: readonly ReportEntry[] }> {
    const { keyFieldId } = this.#order;
    const made = ({ cells, names, row, line }: CellRow, id: string | null): Target => ({
      id: id ?? this.#deps.newId('rec'),
      isNew: id === null,
      ...{ cells, names, row, line },
    });
    if (keyFieldId === null) return { targets: rows.map((row) => made(row, null)), entries: [] };
    const keyOf = ({ cells }: CellRow): CellValue => cells[keyFieldId]?.value ?? null;
    const keys = [...new Set(rows.map(keyOf).filter((key) => key !== null))];
    const places = new Map(keys.map((key, place) => [key, place]));
    const found = await this.#found(this.#order.table.id, keyFieldId, keys);
    const targets: Target[] = [];
    const byKey = new Map<CellValue, Target>();
    const entries: ReportEntry[] = [];
    const column = this.#fields.get(keyFieldId)?.name ?? '';
    for (const row of rows) {
      const key = keyOf(row);
      const raw = row.cells[keyFieldId]?.raw;
      const record = key === null ? undefined : found[places.get(key) ?? -1];
      const earlier = key === null ? undefined : byKey.get(key);
      if (raw !== undefined || (record?.count ?? 0) > 1) {
        const reason =
          raw === undefined
            ? `${record?.count} records of the table have this value, by which one was to be found`
            : 'The text does not fit the field by which records are found';
        const value = raw ?? String(key);
        entries.push({
          row: null,
          line: row.line,
          column,
          value,
          reason: `${reason}. The row was not imported`,
        });
      } else if (earlier !== undefined) {
        earlier.cells = { ...earlier.cells, ...row.cells };
        earlier.names = { ...earlier.names, ...row.names };
      } else {
        const target = made(row, record?.recordId ?? null);
        targets.push(target);
        if (key !== null) byKey.set(key, target);
      }
    }
    return { targets, entries };
  }

  /** The records of some keys: a short file looks through a table for each batch, a long one once for all. */
  async #found(tableId: string, fieldId: string, keys: readonly NonNullable<CellValue>[]) {
    const { store, runScan } = this.#deps;
    if (!this.#isLong) return store.findByValue(tableId, fieldId, keys, runScan);
    const place = placeOf(tableId, fieldId);
    const index = this.#keys.get(place) ?? (await KeyIndex.read(store, tableId, fieldId, runScan));
    this.#keys.set(place, index);
    return index.find(keys);
  }

  /** Keys are read once: rows further down find by them what these rows made or renamed. */
  #note(tableId: string, records: readonly { readonly id: string; readonly cells: CellsByField }[]): void {
    if (this.#keys.size === 0) return;
    for (const { id, cells } of records)
      for (const [fieldId, cell] of Object.entries(cells))
        this.#keys.get(placeOf(tableId, fieldId))?.add(cell.value, id);
  }

  /** Links the records to those that the file names; answers with the names of no record or of several. */
  async #link(targets: readonly Target[]): Promise<readonly ReportEntry[]> {
    const entries: ReportEntry[] = [];
    const fieldIds = new Set(targets.flatMap(({ names }) => Object.keys(names)));
    const columns = [...fieldIds].flatMap((fieldId) => this.#linkColumn(fieldId) ?? []);
    if (columns.length === 0) return entries;
    const { store } = this.#deps;
    const { id: tableId } = this.#order.table;
    const changed = targets.filter(({ isNew }) => !isNew).map(({ id }) => id);
    const before = new Map((await store.get(tableId, changed)).map((record) => [record.id, record.data]));
    for (const column of columns) {
      const { field } = column;
      const wanted = targets.flatMap((target) => {
        const text = target.names[field.id];
        if (text === undefined) return [];
        return [{ target, names: field.template.allowMultiple ? splitLabels(text) : [text.trim()] }];
      });
      const called = await this.#recordsCalled(column, new Set(wanted.flatMap(({ names }) => names)));
      const links = wanted.flatMap(({ target, names }): readonly RecordLinks[] => {
        const ids = new Set<string>();
        for (const name of names) {
          const { id, count } = called.get(name) ?? { count: 0 };
          if (id === undefined) entries.push(unlinkedEntry(column, { name, count }, target));
          else ids.add(id);
        }
        const newIds = [...ids];
        const oldIds = (before.get(target.id)?.[field.id] ?? []) as readonly string[];
        const changes = newIds.length > 0 && newIds.join() !== oldIds.join();
        return changes ? [{ id: target.id, newIds, oldIds }] : [];
      });
      for (const records of partsOf(links))
        await this.#deps.submit('BULK_UPDATE_LINKS', { tableId, fieldId: field.id, records });
    }
    return entries;
  }

  #linkColumn(fieldId: string): LinkColumn | null {
    const field = this.#fields.get(fieldId);
    if (field === undefined || !isLinkField(field)) return null;
    const target = this.#order.tables.find(({ id }) => id === field.template.tableId);
    const primary = target?.fields.find(({ id }) => id === target.primaryFieldId);
    return target === undefined || primary === undefined ? null : { field, target, primary };
  }

  /** Records by what their primary field says; where it was asked for, one is made for a name that there is none of. */
  async #recordsCalled(
    { target, primary }: LinkColumn,
    names: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, Called>> {
    const read = anyFieldType(primary.type);
    const values = [...names].flatMap((name) => {
      const value = read.fromText(name, primary.template);
      return value.ok && value.value !== null ? [{ name, value: value.value }] : [];
    });
    const found = await this.#found(
      target.id,
      primary.id,
      values.map(({ value }) => value),
    );
    const called = new Map<string, Called>();
    const made = new Map<string, { readonly id: string; readonly cells: CellsByField }>();
    for (const [i, { name, value }] of values.entries()) {
      const known = found[i];
      if (known !== undefined)
        called.set(name, { id: known.count === 1 ? known.recordId : undefined, count: known.count });
      else if (this.#order.createLinks) {
        // Two ways to write a number or a day name one record.
        const key = JSON.stringify(value);
        const record = made.get(key) ?? {
          id: this.#deps.newId('rec'),
          cells: { [primary.id]: { value: value as CellValue } },
        };
        made.set(key, record);
        called.set(name, { id: record.id, count: 1 });
      }
    }
    const created = [...made.values()];
    if (created.length > 0)
      await this.#deps.submit('BULK_PASTE_CELLS', { tableId: target.id, records: [], created });
    this.#note(target.id, created);
    return called;
  }
}

/** What a name stands for: how many records have it, and which one does where it is one alone. */
interface Called {
  readonly id: string | undefined;
  readonly count: number;
}

type RecordLinks = ActionInputs['BULK_UPDATE_LINKS']['records'][number];

/** Parts with so many links that each is a short transaction. */
function* partsOf(records: readonly RecordLinks[]): Generator<readonly RecordLinks[]> {
  let part: RecordLinks[] = [];
  let links = 0;
  for (const record of records) {
    part.push(record);
    links += record.newIds.length + record.oldIds.length;
    if (links < linksPerAction) continue;
    yield part;
    part = [];
    links = 0;
  }
  if (part.length > 0) yield part;
}

const unlinkedEntry = (
  { field, target }: LinkColumn,
  { name, count }: { readonly name: string; readonly count: number },
  { row, line }: Target,
): ReportEntry => ({
  ...{ row, line, column: field.name, value: name },
  reason:
    count === 0
      ? `No record of ${target.name} is called so. Nothing was linked`
      : `${count} records of ${target.name} are called so. Nothing was linked`,
});
