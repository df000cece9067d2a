import { CopyWriter, type ImportResult, type TableLoad } from '@weft/db';
import type { Action, ActionInputs } from '@weft/history';
import { type ReportEntry, reportLine } from '@weft/imports';
import { must } from '@weft/std';
import type { ImportDeps } from '../import-deps.ts';
import type { BeginWork, ImportOrder, ImportTools, ImportWork } from '../import-work.ts';
import { type LinkedTo, LinkSpool } from './link-spool.ts';
import { ReceivedFiles } from './received-files.ts';
import type { ServiceLink, ServiceSource, ServiceStructure, ServiceTable } from './service-source.ts';

/** Bytes of rows that go to the database at once. */
const batchBytes = 512 * 1024;
/** Links that one action makes, unless one record alone has more. */
const linksPerAction = 5_000;

/** Said once an import, in the words of the specification. */
export const attachmentWarning =
  "Some attachments were too large or had invalid formats and weren't able to import";

export const linesOf = (entries: readonly ReportEntry[]): string => entries.map(reportLine).join('');

/** Imports tables of a service into new tables: hidden while they are filled, then shown with their links as one step. */
export const serviceWork =
  (source: ServiceSource): BeginWork =>
  (deps, order, tools) =>
    new ServiceWork(deps, order, source, tools);

class ServiceWork implements ImportWork {
  readonly #order: ImportOrder;
  readonly #source: ServiceSource;
  readonly #tools: ImportTools;
  readonly #files: ReceivedFiles;
  readonly #loads: TableLoad[] = [];
  /** Rows of each table, by its id. */
  readonly #rows = new Map<string, number>();
  #warned = false;

  constructor(deps: ImportDeps, order: ImportOrder, source: ServiceSource, tools: ImportTools) {
    this.#order = order;
    this.#source = source;
    this.#tools = tools;
    const { userId, organizationId, store } = order;
    this.#files = new ReceivedFiles(deps, { userId, organizationId, flowId: store.baseId }, tools.signal);
  }

  async run(): Promise<ImportResult> {
    const tools = this.#tools;
    const structure = await this.#source.structure({
      signal: tools.signal,
      files: this.#files,
      warnOfAttachments: () => this.#warn(),
    });
    tools.stopIfCancelled();
    tools.publish({ type: 'phase', phase: 'structure' });
    await tools.note({ report: linesOf(structure.report) });
    const { store, userId } = this.#order;
    const loaded: (readonly [ServiceTable, TableLoad])[] = [];
    for (const one of structure.tables) {
      const load = await store.beginLoad(one.table, userId);
      this.#loads.push(load);
      loaded.push([one, load]);
      tools.stopIfCancelled();
    }
    tools.publish({ type: 'phase', phase: 'importing' });
    await using links = new LinkSpool();
    for (const [one, load] of loaded) await this.#fill(one, load, links);
    await tools.note({ report: linesOf((await this.#source.changes?.()) ?? []) });
    tools.stopIfCancelled();
    tools.publish({ type: 'phase', phase: 'complete' });
    await this.#show(structure, links);
    // Awaited, for the links are closed before what is returned settles.
    return await tools.conclude({ tableName: null, added: false });
  }

  async undo(concluded: boolean): Promise<void> {
    for (const load of this.#loads) await load.discard();
    if (concluded) return;
    await this.#tools.takeBack();
    await this.#files.remove();
  }

  async #fill({ table, pages }: ServiceTable, load: TableLoad, links: LinkSpool): Promise<void> {
    const tools = this.#tools;
    const { name } = table;
    const writer = new CopyWriter(load.plan);
    let count = 0;
    for await (const page of pages()) {
      tools.stopIfCancelled();
      for (const { id, values, raw, origin, links: linked } of page.rows) {
        writer.add(id, values, raw, origin);
        for (const [fieldId, to] of Object.entries(linked)) await links.add(fieldId, { id, to });
      }
      if (writer.length >= batchBytes) await load.append(writer.take());
      count += page.rows.length;
      const { report, valuesNotConverted, totalRows } = page;
      await tools.note({ imported: page.rows.length, report: linesOf(report), valuesNotConverted });
      tools.publish({
        ...{ type: 'records', recordsImported: count, totalRecordsImported: tools.imported },
        ...(totalRows !== undefined && { totalRows }),
        ...{ currentTable: name, tableName: name },
      });
    }
    if (writer.count > 0) await load.append(writer.take());
    await load.finish();
    this.#rows.set(table.id, count);
    tools.publish({ type: 'table_complete', tableName: name, recordsImported: count });
  }

  /** Everything is there: the tables appear with their links, views and the order of their fields, as one step of undo. */
  async #show({ tables, links, lookups }: ServiceStructure, spool: LinkSpool): Promise<void> {
    for (const { table } of tables)
      await this.#do('IMPORT_RECORDS', { table, recordsImported: must(this.#rows.get(table.id)) });
    for (const link of links) await this.#createLink(link, spool);
    for (const { tableId, field } of lookups) await this.#do('CREATE_FIELD', { tableId, field });
    for (const table of tables) await this.#arrange(table);
    for (const link of links) await this.#connect(link, spool);
  }

  async #createLink(link: ServiceLink, spool: LinkSpool): Promise<void> {
    const { tableId, toTableId, field, inverse } = link;
    const template = {
      ...{ tableId: toTableId, inverseFieldId: inverse.id },
      allowMultiple: !link.single || spool.mostOf(field.id) > 1,
    };
    await this.#do('CREATE_FIELD', { tableId, field: { ...field, type: 'linked_record', template } });
    const changes = {
      name: inverse.name,
      ...(link.inverseSingle &&
        spool.mostOf(inverse.id) <= 1 && {
          template: { tableId, inverseFieldId: field.id, allowMultiple: false },
        }),
    };
    await this.#do('UPDATE_FIELD', { tableId: toTableId, fieldId: inverse.id, ...changes });
  }

  async #arrange({ table, fieldOrder, views }: ServiceTable): Promise<void> {
    const { id: tableId } = table;
    if (fieldOrder.length > table.fields.length)
      await this.#do('REORDER_FIELDS', { tableId, fieldIds: fieldOrder });
    const own = new Set(table.views.map(({ id }) => id));
    for (const view of views)
      if (!own.has(view.id)) await this.#do('CREATE_VIEW', { tableId, view, unique: true });
      else {
        const { hiddenFieldIds, orderedFieldIds } = view.config;
        const config = { hiddenFieldIds, orderedFieldIds };
        await this.#do('UPDATE_VIEW', { tableId, viewId: view.id, name: view.name });
        await this.#do('UPDATE_VIEW_SETTINGS', { tableId, viewId: view.id, config });
      }
  }

  /** Links the records of one side, which links those of the other. */
  async #connect(link: ServiceLink, spool: LinkSpool): Promise<void> {
    let batch: LinkedTo[] = [];
    let count = 0;
    for await (const linked of spool.read(link.field.id)) {
      batch.push(linked);
      count += linked.to.length;
      if (count < linksPerAction) continue;
      await this.#link(link, batch);
      batch = [];
      count = 0;
    }
    if (batch.length > 0) await this.#link(link, batch);
  }

  /** A record that came to be or went while its table was read is not here: links to it are reported. */
  async #link({ tableId, toTableId, field }: ServiceLink, batch: readonly LinkedTo[]): Promise<void> {
    const { store } = this.#order;
    const wanted = [...new Set(batch.flatMap(({ to }) => to))];
    const there = await store.authors(toTableId, wanted);
    const records = batch.map(({ id, to }) => ({
      id,
      newIds: to.filter((one) => there.has(one)),
      oldIds: [],
    }));
    await this.#do('BULK_UPDATE_LINKS', { tableId, fieldId: field.id, records });
    const lost = batch.reduce((sum, { to }) => sum + to.filter((one) => !there.has(one)).length, 0);
    if (lost === 0) return;
    const reason = 'Links to records that were not there when their table was read were not imported';
    const entry = { row: null, line: null, column: field.name, value: String(lost), reason };
    await this.#tools.note({ report: reportLine(entry), valuesNotConverted: lost });
  }

  async #do<T extends Action['type']>(type: T, input: ActionInputs[T]): Promise<void> {
    this.#tools.stopIfCancelled();
    await this.#tools.submit(type, input);
  }

  #warn(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#tools.publish({ type: 'attachment_warning', message: attachmentWarning });
  }
}
