import { type Attachment, type BaseRecord, type CellValue, isLinkField, type RawTexts } from '@weft/core';
import type { CellsByField } from '@weft/history';
import { AppError, deepEqual } from '@weft/std';
import { type LinkedTo, LinkSpool } from '../from-service/link-spool.ts';
import type { ServiceLink, ServiceRow, ServiceTable } from '../from-service/service-source.ts';
import type { MirrorActions } from './mirror-actions.ts';

/** Records of a whole service: what takes longer to read than apps may be out of date is imported instead. */
const maxMirrored = 50_000;

/** Records whose links one action writes. */
const linksPerAction = 1_000;
const idsAtOnce = 1_000;

const idsIn = (value: CellValue | undefined): readonly string[] => (value ?? []) as readonly string[];

type ByValue = { readonly [fieldId: string]: CellValue };

/** The cells of a row that differ from what is here. */
function changedCells(
  { table }: ServiceTable,
  { values, raw }: ServiceRow,
  there: Pick<BaseRecord, 'data' | 'raw'> | undefined,
): CellsByField {
  const cells: { [fieldId: string]: CellsByField[string] } = {};
  for (const [at, { id }] of table.fields.entries()) {
    const value = values[at] ?? null;
    const text = (raw as RawTexts | null)?.[id];
    const before = (there?.data as ByValue | undefined)?.[id] ?? null;
    if (deepEqual(before, value) && there?.raw?.[id] === text) continue;
    cells[id] = text === undefined ? { value } : { value: null, raw: text };
  }
  return cells;
}

/** Writes rows of a service into the database that shows it: what is the same is not written. */
export class MirrorRecords {
  readonly #actions: MirrorActions;

  constructor(actions: MirrorActions) {
    this.#actions = actions;
  }

  /** `there`: the records as they are here, by id. */
  async writeCells(
    of: ServiceTable,
    rows: readonly ServiceRow[],
    there: ReadonlyMap<string, BaseRecord>,
  ): Promise<void> {
    const tableId = of.table.id;
    const records: { readonly id: string; readonly cells: CellsByField }[] = [];
    const created: { readonly id: string; readonly cells: CellsByField }[] = [];
    for (const row of rows) {
      const known = there.get(row.id);
      const cells = changedCells(of, row, known);
      if (known === undefined) created.push({ id: row.id, cells });
      else if (Object.keys(cells).length > 0) records.push({ id: row.id, cells });
    }
    if (records.length + created.length > 0)
      await this.#actions.do('BULK_PASTE_CELLS', { tableId, records, created, imported: true });
  }

  /** Makes the links of one field those of the service; links to records that are not here are left out. */
  async writeLinks(
    { tableId, toTableId, field }: Pick<ServiceLink, 'tableId' | 'toTableId' | 'field'>,
    batch: readonly LinkedTo[],
  ): Promise<void> {
    const { store } = this.#actions;
    const current = new Map(
      (
        await store.get(
          tableId,
          batch.map(({ id }) => id),
        )
      ).map((record) => [record.id, idsIn(record.data[field.id])]),
    );
    const linked = await store.authors(toTableId, [...new Set(batch.flatMap(({ to }) => to))]);
    const records = batch.flatMap(({ id, to }) => {
      const oldIds = current.get(id);
      const newIds = to.filter((one) => linked.has(one));
      const isSame = oldIds !== undefined && oldIds.toSorted().join() === newIds.toSorted().join();
      return oldIds === undefined || isSame ? [] : [{ id, newIds, oldIds }];
    });
    if (records.length === 0) return;
    if (records.some(({ newIds }) => newIds.length > 1)) await this.#allowSeveral(tableId, field.id);
    await this.#actions.do('BULK_UPDATE_LINKS', { tableId, fieldId: field.id, records });
  }

  async #allowSeveral(tableId: string, fieldId: string): Promise<void> {
    const { tables } = (await this.#actions.store.metadata()).metadata;
    const field = tables.find(({ id }) => id === tableId)?.fields.find(({ id }) => id === fieldId);
    if (!isLinkField(field) || field.template.allowMultiple) return;
    const template = { ...field.template, allowMultiple: true };
    await this.#actions.do('UPDATE_FIELD', { tableId, fieldId, template });
  }

  async remove(tableId: string, recordIds: readonly string[]): Promise<void> {
    for (let at = 0; at < recordIds.length; at += idsAtOnce)
      await this.#actions.do('BULK_DELETE_RECORDS', {
        ...{ tableId, recordIds: recordIds.slice(at, at + idsAtOnce) },
      });
  }

  /** One row, with its links, as it came from the service. */
  async writeRow(of: ServiceTable, links: readonly ServiceLink[], row: ServiceRow): Promise<void> {
    const { store } = this.#actions;
    const tableId = of.table.id;
    const { tables } = (await store.metadata()).metadata;
    const here = tables.find(({ id }) => id === tableId)?.fields ?? [];
    const has = (id: string, type: string) => here.some((one) => one.id === id && one.type === type);
    // What came to the service since it was read whole has no place here yet.
    const kept = of.table.fields.map(({ id, type }) => has(id, type));
    const known = await store.get(tableId, [row.id]);
    await this.writeCells(
      { ...of, table: { ...of.table, fields: of.table.fields.filter((_, at) => kept[at]) } },
      [{ ...row, values: row.values.filter((_, at) => kept[at]) }],
      new Map(known.map((record) => [record.id, record])),
    );
    for (const link of sidesOf(links)) {
      const to = link.tableId === tableId ? row.links[link.field.id] : undefined;
      if (to !== undefined && has(link.field.id, 'linked_record'))
        await this.writeLinks(link, [{ id: row.id, to }]);
    }
  }
}

/** Each link as its two fields. */
const sidesOf = (
  links: readonly ServiceLink[],
): readonly Pick<ServiceLink, 'tableId' | 'toTableId' | 'field'>[] =>
  links.flatMap((link) => [
    link,
    ...(link.inverse.isNew
      ? []
      : [{ tableId: link.toTableId, toTableId: link.tableId, field: link.inverse }]),
  ]);

/** What is here of the page that is worked on, and when it was asked for: what was written here since is newer than it. */
export class PageBefore {
  readonly #store: MirrorActions['store'];
  readonly #now: () => number;
  #there: ReadonlyMap<string, BaseRecord> = new Map();
  #asked = 0;
  #askedNext = 0;

  constructor(store: MirrorActions['store'], now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  begin(): void {
    this.#askedNext = this.#now();
  }

  /** The page after it is asked for by now. */
  async willRead(tableId: string, recordIds: readonly string[]): Promise<void> {
    this.#asked = this.#askedNext;
    this.#askedNext = this.#now();
    const records = await this.#store.get(tableId, recordIds);
    this.#there = new Map(records.map((record) => [record.id, record]));
  }

  get there(): ReadonlyMap<string, BaseRecord> {
    return this.#there;
  }

  isNewer(recordId: string): boolean {
    return Date.parse(this.#there.get(recordId)?.updatedAt ?? '') >= this.#asked;
  }

  known(recordId: string, fieldId: string): readonly Attachment[] {
    return (this.#there.get(recordId)?.data[fieldId] ?? []) as readonly Attachment[];
  }
}

interface Reading {
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly before: PageBefore;
}

/** Reads all records of a service, writes what differs, and removes what is gone there; how many there are. */
export async function readAll(
  actions: MirrorActions,
  { tables, links }: { readonly tables: readonly ServiceTable[]; readonly links: readonly ServiceLink[] },
  { signal, now, before }: Reading,
): Promise<number> {
  const writer = new MirrorRecords(actions);
  const began = now();
  let count = 0;
  await using spool = new LinkSpool();
  for (const one of tables) {
    const seen = new Set<string>();
    const ofTable = links.filter(({ tableId }) => tableId === one.table.id);
    before.begin();
    for await (const { rows } of one.pages()) {
      signal.throwIfAborted();
      const { there } = before;
      for (const { id } of rows) seen.add(id);
      count += rows.length;
      if (count > maxMirrored) throw tooLarge();
      const fresh = rows.filter(({ id }) => !before.isNewer(id));
      await writer.writeCells(one, fresh, there);
      for (const link of ofTable) {
        const changed = fresh.flatMap(({ id, links: linked }): LinkedTo[] => {
          const to = linked[link.field.id] ?? [];
          const isSame = idsIn(there.get(id)?.data[link.field.id]).toSorted().join() === to.toSorted().join();
          return isSame ? [] : [{ id, to }];
        });
        // What is linked may not be here yet.
        for (const one of changed) await spool.add(link.field.id, one);
        const cleared = changed.filter(({ to }) => to.length === 0);
        if (cleared.length > 0) await writer.writeLinks(link, cleared);
      }
    }
    await writer.remove(one.table.id, await goneOf(actions, one.table.id, seen, began));
  }
  for (const link of links) {
    let batch: LinkedTo[] = [];
    for await (const linked of spool.read(link.field.id)) {
      batch.push(linked);
      if (batch.length < linksPerAction) continue;
      await writer.writeLinks(link, batch);
      batch = [];
      signal.throwIfAborted();
    }
    if (batch.length > 0) await writer.writeLinks(link, batch);
  }
  return count;
}

/** The records here that the service no longer has; those that came to be since it was read are not among them. */
async function goneOf(
  { store }: MirrorActions,
  tableId: string,
  seen: ReadonlySet<string>,
  began: number,
): Promise<readonly string[]> {
  const gone: string[] = [];
  const all = { tableId, timeZone: 'UTC', now: new Date(began).toISOString(), fieldIds: [] };
  for await (const records of store.stream(all, idsAtOnce))
    for (const { id, createdAt } of records)
      if (!seen.has(id) && Date.parse(createdAt) < began) gone.push(id);
  return gone;
}

const tooLarge = () =>
  new AppError(
    'limit',
    `It has more than ${maxMirrored.toLocaleString('en')} records, and could not be kept up to date: import it instead`,
  );
