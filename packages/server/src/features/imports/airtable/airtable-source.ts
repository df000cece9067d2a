import { emptyViewConfig, type Field, holdsFiles, type RawTexts, type Table, type View } from '@weft/core';
import { uniqueName } from '@weft/history';
import type { ReportEntry } from '@weft/imports';
import type { AirtableField, AirtableRecord, AirtableTable } from '@weft/integrations';
import { AppError, must } from '@weft/std';
import type {
  ServiceLink,
  ServicePage,
  ServiceRow,
  ServiceSource,
  ServiceStructure,
  ServiceTable,
  SourceContext,
} from '../from-service/service-source.ts';
import { originOf, readCell } from './airtable-cells.ts';
import type { SourceIds } from './airtable-ids.ts';
import { downloadCell, inParallel } from './attachments.ts';
import { type BaseReader, requireFewFields } from './base-reader.ts';
import {
  becameText,
  type FieldPlan,
  linksAsText,
  lookupAsText,
  type Mirrored,
  planField,
  planMirrored,
} from './field-plan.ts';
import { changedParts } from './schema-changes.ts';
import { valueText } from './value-text.ts';

type Stored = Extract<FieldPlan, { becomes: 'stored' }>;

interface PlannedField {
  readonly source: AirtableField;
  readonly id: string;
  readonly name: string;
  readonly plan: FieldPlan;
}
export interface PlannedTable {
  readonly source: AirtableTable;
  readonly id: string;
  readonly name: string;
  readonly fields: readonly PlannedField[];
}

/** Characters of names, which Airtable has longer ones of. */
const longestName = 255;

const nameOf = (name: string, others: readonly { readonly name: string }[], usual: string): string =>
  uniqueName(
    name
      .trim()
      .slice(0, longestName - 5)
      .toWellFormed() || usual,
    others,
  );

/** A line of the report about a whole field or table. */
const told = (column: string, value: string, reason: string): ReportEntry => ({
  ...{ row: null, line: null, column, value, reason },
});

const viewNote =
  'Imported with its visible fields and their order. Airtable gives nobody the sorts, filters and groups of a view: set them here';
const viewLeftOut = (type: string) => `Views of the type ${type} are not imported: only grids are`;

const personalNote = 'It was the personal view of one person there: here everybody sees it';
const descriptionNote = 'Tables and fields have no description here: it is in this report alone';

const described = (name: string, { description }: { readonly description?: string | null | undefined }) =>
  (description ?? '').trim() === '' ? [] : [told(name, description ?? '', descriptionNote)];

/** All tables of a base of Airtable, their links with both sides; or one table, whose links are kept as names. */
export class AirtableSource implements ServiceSource {
  readonly #reader: (signal: AbortSignal) => BaseReader;
  readonly #ids: SourceIds;
  /** The one table that is imported; null: all are. */
  readonly #onlyTable: string | null;
  readonly #mirrored: Mirrored | null;
  /** What linked records of tables that are not imported are called. */
  readonly #names = new Map<string, string>();
  readonly #outside = new Map<string, AirtableTable>();
  #read: {
    readonly reader: BaseReader;
    readonly tables: readonly AirtableTable[];
    readonly planned: readonly PlannedTable[];
  } | null = null;

  constructor(
    reader: (signal: AbortSignal) => BaseReader,
    ids: SourceIds,
    onlyTable: string | null = null,
    mirrored: Mirrored | null = null,
  ) {
    this.#reader = reader;
    this.#ids = ids;
    this.#onlyTable = onlyTable;
    this.#mirrored = mirrored;
  }

  async structure(context: SourceContext): Promise<ServiceStructure> {
    const reader = this.#reader(context.signal);
    const all = await reader.tables();
    this.#ids.saw?.(all);
    const sources = this.#imported(all);
    this.#read = { reader, tables: sources, planned: [] };
    if (all.length === 0) throw new AppError('invalid', 'This base has no tables to import');
    if (sources.length === 0)
      throw new AppError('conflict', 'The table is no longer in this base: choose another one');
    sources.forEach(requireFewFields);
    const tables = this.#plan(sources, all);
    this.#read = { reader, tables: sources, planned: tables };
    const links = this.#links(tables);
    return {
      tables: tables.map((table) => this.#table(table, links, reader, context)),
      links,
      lookups: tables.flatMap(({ id: tableId, fields }) =>
        fields.flatMap(({ id, name, plan }) => {
          if (plan.becomes !== 'lookup') return [];
          const template = {
            linkedRecordFieldId: this.#ids.field(plan.linkId),
            lookupFieldId: this.#ids.field(plan.shownId),
          };
          return [{ tableId, field: { id, name, type: 'lookup' as const, template } }];
        }),
      ),
      report: tables.flatMap((table) => this.#accounted(table)),
    };
  }

  async changes(): Promise<readonly ReportEntry[]> {
    const { reader, tables } = must(this.#read, 'the structure is read first');
    return changedParts(tables, this.#imported(await reader.tables())).map(({ part, type, reason }) =>
      told(part, type, reason),
    );
  }

  #imported(all: readonly AirtableTable[]): readonly AirtableTable[] {
    return this.#onlyTable === null ? all : all.filter(({ id }) => id === this.#onlyTable);
  }

  #plan(sources: readonly AirtableTable[], all: readonly AirtableTable[]): readonly PlannedTable[] {
    const first = new Map(
      sources.map((table) => [
        table.id,
        new Map(table.fields.map((field) => [field.id, this.#planned(field, table)])),
      ]),
    );
    const tables: PlannedTable[] = [];
    for (const [index, source] of sources.entries()) {
      const plans = must(first.get(source.id));
      const fields: PlannedField[] = [];
      for (const field of source.fields) {
        const planned = must(plans.get(field.id));
        const outside = planned.becomes === 'link' && !first.has(planned.linkedTableId);
        const linked = outside ? all.find(({ id }) => id === planned.linkedTableId) : undefined;
        if (linked !== undefined) this.#outside.set(linked.id, linked);
        const plan = linked === undefined ? possible(planned, plans, first) : linksAsText(this.#names);
        fields.push({
          source: field,
          id: this.#ids.field(field.id),
          name: nameOf(field.name, fields, 'Field'),
          plan,
        });
      }
      tables.push({
        source,
        id: this.#ids.table(index, source.id),
        name: nameOf(source.name, tables, 'Table'),
        fields,
      });
    }
    return tables;
  }

  #planned(field: AirtableField, { primaryFieldId }: AirtableTable): FieldPlan {
    const isPrimary = field.id === primaryFieldId;
    return this.#mirrored === null
      ? planField(field, isPrimary)
      : planMirrored(field, isPrimary, this.#mirrored);
  }

  /** The tables as they were planned when the structure was read. */
  get planned(): readonly PlannedTable[] {
    return must(this.#read, 'the structure is read first').planned;
  }

  /** One record as its row. */
  async rowOf(table: PlannedTable, record: AirtableRecord, context: SourceContext): Promise<ServiceRow> {
    const { reader } = must(this.#read, 'the structure is read first');
    return (await this.#row(table, record, 1, reader, context)).made;
  }

  /** Each pair of fields once; a field that Airtable has no other side of gets one. */
  #links(tables: readonly PlannedTable[]): readonly ServiceLink[] {
    const done = new Set<string>();
    const byId = new Map(tables.flatMap(({ fields }) => fields.map((field) => [field.source.id, field])));
    const tableOf = new Map(tables.map((table) => [table.source.id, table.id]));
    // Of all fields to come: a new other side takes the name of none that is made after it.
    const names = new Map(
      tables.map(({ source, fields }) => [source.id, fields.map(({ name }) => ({ name }))]),
    );
    const newSide = (tableId: string, name: string) => {
      const taken = must(names.get(tableId));
      const named = nameOf(name, taken, 'Field');
      taken.push({ name: named });
      return named;
    };
    return tables.flatMap(({ id: tableId, name: tableName, fields }) =>
      fields.flatMap(({ source, id, name, plan }): ServiceLink[] => {
        if (plan.becomes !== 'link' || done.has(source.id)) return [];
        const other = plan.inverseId === null ? undefined : byId.get(plan.inverseId);
        if (plan.inverseId !== null) done.add(plan.inverseId);
        return [
          {
            ...{ tableId, toTableId: must(tableOf.get(plan.linkedTableId)), field: { id, name } },
            inverse: {
              id: other?.id ?? this.#ids.field(`${source.id} inverse`),
              name: other?.name ?? newSide(plan.linkedTableId, tableName),
              isNew: other === undefined,
            },
            single: plan.single,
            inverseSingle: other?.plan.becomes === 'link' && other.plan.single,
          },
        ];
      }),
    );
  }

  #table(
    table: PlannedTable,
    links: readonly ServiceLink[],
    reader: BaseReader,
    context: SourceContext,
  ): ServiceTable {
    const { id, name, source } = table;
    const stored = table.fields.filter((field) => field.plan.becomes === 'stored');
    const fields = stored.map(
      ({ id, name, plan }, order) => ({ id, name, order, ...(plan as Stored).shape }) as Field,
    );
    const added = links.filter(({ toTableId, inverse }) => toTableId === id && inverse.isNew);
    const views = this.#views(table);
    const own = must(views[0]);
    return {
      table: {
        ...{ id, name, fields, primaryFieldId: this.#ids.field(source.primaryFieldId) },
        // Shown with what its fields alone say; the rest is set when the links are there.
        views: [{ ...own, name: own.name, order: 0, config: emptyViewConfig }],
      } satisfies Omit<Table, 'order'>,
      pages: () => this.#pages(table, reader, context),
      fieldOrder: [
        ...table.fields.filter(({ plan }) => plan.becomes !== 'none').map((field) => field.id),
        ...added.map(({ inverse }) => inverse.id),
      ],
      views,
    };
  }

  /** Grids alone: with the fields they show, in their order. */
  #views({ source, fields, id }: PlannedTable): readonly Omit<View, 'order'>[] {
    const known = new Set(
      fields.filter(({ plan }) => plan.becomes !== 'none').map((field) => field.source.id),
    );
    const views: Omit<View, 'order'>[] = [];
    for (const view of (source.views ?? []).filter(({ type }) => type === 'grid')) {
      const shown = (view.visibleFieldIds ?? [...known]).filter((field) => known.has(field));
      const hidden = [...known].filter((field) => !shown.includes(field) && field !== source.primaryFieldId);
      views.push({
        ...{
          id: this.#ids.view(view.id),
          name: nameOf(view.name, views, 'Grid view'),
          type: 'grid' as const,
        },
        config: {
          ...emptyViewConfig,
          hiddenFieldIds: hidden.map((field) => this.#ids.field(field)),
          orderedFieldIds: shown.map((field) => this.#ids.field(field)),
        },
      });
    }
    if (views.length > 0) return views;
    return [{ id: this.#ids.view(`${id} grid`), name: 'Grid view', type: 'grid', config: emptyViewConfig }];
  }

  async *#pages(
    table: PlannedTable,
    reader: BaseReader,
    context: SourceContext,
  ): AsyncGenerator<ServicePage> {
    for (const linked of this.#outside.values())
      for await (const records of reader.pages(linked.id, [linked.primaryFieldId]))
        for (const { id, fields } of records) this.#names.set(id, valueText(fields[linked.primaryFieldId]));
    let row = 0;
    for await (const records of reader.pages(table.source.id)) {
      await context.willRead?.(
        table.id,
        records.map(({ id }) => this.#ids.record(id)),
      );
      const read = await inParallel(records, (record) => this.#row(table, record, ++row, reader, context));
      yield {
        rows: read.map(({ made }) => made),
        report: read.flatMap(({ report }) => report),
        valuesNotConverted: read.reduce((sum, { unfit }) => sum + unfit, 0),
      };
    }
  }

  async #row(
    { source, name: tableName, fields }: PlannedTable,
    record: AirtableRecord,
    at: number,
    reader: BaseReader,
    context: SourceContext,
  ) {
    const report: ReportEntry[] = [];
    const tell = (field: string, value: string, reason: string) =>
      report.push({ row: at, line: null, column: `${tableName} · ${field}`, value, reason });
    const values: ServiceRow['values'][number][] = [];
    const raw: { [fieldId: string]: string } = {};
    const recordId = this.#ids.record(record.id);
    for (const { source: field, id, name, plan } of fields) {
      if (plan.becomes !== 'stored') continue;
      const sent = record.fields[field.id];
      if (holdsFiles(plan.shape.type)) {
        const fresh = async () => (await reader.record(source.id, record.id)).fields[field.id];
        const known = context.known?.(recordId, id);
        const { files, missing } = await downloadCell(context, sent, fresh, known);
        values.push(files.length === 0 ? null : files);
        for (const file of missing) tell(name, file.name, file.reason);
        if (missing.length > 0) context.warnOfAttachments();
        continue;
      }
      const cell = readCell(plan, sent);
      values.push(cell.value);
      if (cell.raw === undefined) continue;
      raw[id] = cell.raw;
      tell(name, cell.raw, 'The value does not fit the type of its field. It was kept as text');
    }
    const isRaw = Object.keys(raw).length > 0;
    const links = fields.filter(({ plan }) => plan.becomes === 'link');
    const made: ServiceRow = {
      ...{ id: recordId, values, origin: originOf(record) },
      raw: isRaw ? (raw satisfies RawTexts) : null,
      links: Object.fromEntries(links.map(({ source: field, id }) => [id, this.#linked(record, field.id)])),
    };
    return { made, report, unfit: Object.keys(raw).length };
  }

  #linked({ fields }: AirtableRecord, fieldId: string): readonly string[] {
    const sent = fields[fieldId];
    const ids = Array.isArray(sent) ? sent.filter((id) => typeof id === 'string') : [];
    return [...new Set(ids)].map((id) => this.#ids.record(id));
  }

  /** A line for each field, view and description of a table: none goes unmentioned. */
  #accounted({ source, name, fields }: PlannedTable): readonly ReportEntry[] {
    return [
      ...described(name, source),
      ...fields.flatMap((field) => [
        told(`${name} · ${field.name}`, field.source.type, becameText(field.plan)),
        ...described(`${name} · ${field.name}`, field.source),
      ]),
      ...(source.views ?? []).map((view) =>
        told(
          `${name} · ${view.name}`,
          `${view.type} view`,
          view.type !== 'grid'
            ? viewLeftOut(view.type)
            : typeof view.personalForUserId === 'string'
              ? `${viewNote}. ${personalNote}`
              : viewNote,
        ),
      ),
    ];
  }
}

/** The plan of a field where its link leads somewhere, and a lookup shows a field that is stored or linked. */
function possible(
  plan: FieldPlan,
  own: ReadonlyMap<string, FieldPlan>,
  tables: ReadonlyMap<string, ReadonlyMap<string, FieldPlan>>,
): FieldPlan {
  if (plan.becomes === 'link' && !tables.has(plan.linkedTableId))
    return {
      becomes: 'none',
      note: 'The table it links to cannot be read with this connection: the field was left out',
    };
  if (plan.becomes !== 'lookup') return plan;
  const link = own.get(plan.linkId);
  const shown = link?.becomes === 'link' ? tables.get(link.linkedTableId)?.get(plan.shownId) : undefined;
  return shown?.becomes === 'stored' ? plan : lookupAsText();
}
