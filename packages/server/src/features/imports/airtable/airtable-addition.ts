import {
  addOptions,
  type CellValue,
  convertValue,
  type Field,
  type FieldShape,
  holdsFiles,
  isEditable,
  isLinkField,
  isSelectField,
  joinLabels,
  type Table,
  takesManyOptions,
} from '@weft/core';
import type { ImportResult } from '@weft/db';
import type { CellsByField } from '@weft/history';
import type { ReportEntry } from '@weft/imports';
import type { AirtableField, AirtableRecord, AirtableTable } from '@weft/integrations';
import type { CallInput } from '@weft/protocol';
import { AppError } from '@weft/std';
import { ReceivedFiles } from '../from-service/received-files.ts';
import { attachmentWarning, linesOf } from '../from-service/service-work.ts';
import type { ImportDeps } from '../import-deps.ts';
import type { ImportOrder, ImportTools, ImportWork } from '../import-work.ts';
import { patientScans } from '../patient-scans.ts';
import { TableAddition } from '../table-addition.ts';
import { type CellRow, rowsPerAction } from '../worker-messages.ts';
import { readCell } from './airtable-cells.ts';
import { downloadCell, inParallel } from './attachments.ts';
import type { BaseReader } from './base-reader.ts';
import { type FieldPlan, lookupAsText, planField } from './field-plan.ts';
import { valueText } from './value-text.ts';

interface AdditionFrom {
  readonly reader: BaseReader;
  readonly input: CallInput<'airtableImportToTableStream'>;
  readonly table: Table;
  readonly tables: readonly Table[];
  /** IANA zone of texts that name none. */
  readonly timeZone: string;
}

interface Column {
  readonly source: AirtableField;
  readonly plan: Extract<FieldPlan, { becomes: 'stored' }> | null;
  readonly target: Field;
  /** Of a field of linked records: what the other table's records are called. */
  readonly names: ReadonlyMap<string, string> | null;
}

const longText: FieldShape = { type: 'long_text', template: {} };

/** Records of one table of Airtable on their way into a table that is there. */
export class AirtableAddition implements ImportWork {
  readonly #order: ImportOrder;
  readonly #tools: ImportTools;
  readonly #from: AdditionFrom;
  readonly #files: ReceivedFiles;
  readonly #addition: TableAddition;
  readonly #newId: ImportDeps['newId'];
  #row = 0;
  /** Linked records without a name: nothing can be linked, or made, by an id of Airtable's. */
  #unnamed: ReportEntry[] = [];
  #warned = false;

  constructor(deps: ImportDeps, order: ImportOrder, tools: ImportTools, from: AdditionFrom) {
    this.#order = order;
    this.#tools = tools;
    this.#from = from;
    this.#newId = deps.newId;
    const { userId, organizationId, store, importId } = order;
    const owner = { userId, organizationId };
    this.#files = new ReceivedFiles(deps, { ...owner, flowId: store.baseId }, tools.signal);
    const runScan = patientScans(deps.scanSlots, owner, tools.signal);
    const { table, tables, input } = from;
    const { createOptions = false, createLinks = false } = input;
    this.#addition = new TableAddition(
      { store, userId, groupId: importId, newId: deps.newId, runScan, submit: tools.submit },
      { table, tables, keyFieldId: null, createOptions, createLinks },
    );
  }

  async run(): Promise<ImportResult> {
    const tools = this.#tools;
    const { reader, input } = this.#from;
    const sources = await reader.tables();
    tools.publish({ type: 'phase', phase: 'structure' });
    const source = sources.find(({ id }) => id === input.airtableTableId);
    if (source === undefined)
      throw new AppError('conflict', 'The table is no longer in this base: choose another one');
    const columns: Column[] = [];
    for (const mapping of input.fieldMappings) columns.push(await this.#column(mapping, source, sources));
    tools.stopIfCancelled();
    tools.publish({ type: 'phase', phase: 'importing' });
    await this.#addition.begin(
      columns.map(({ target }) => target),
      0,
    );
    let gathered: CellRow[] = [];
    const fieldIds = columns.map((column) => column.source.id);
    for await (const records of reader.pages(source.id, fieldIds)) {
      tools.stopIfCancelled();
      gathered.push(...(await inParallel(records, (record) => this.#rowOf(record, columns))));
      if (gathered.length < rowsPerAction) continue;
      await this.#write(gathered);
      gathered = [];
    }
    await this.#write(gathered);
    tools.stopIfCancelled();
    tools.publish({ type: 'phase', phase: 'complete' });
    return tools.conclude({ tableName: this.#order.tableName, added: true });
  }

  async undo(concluded: boolean): Promise<void> {
    if (concluded) return;
    await this.#tools.takeBack();
    await this.#files.remove();
  }

  async #column(
    { sourceFieldIndex, sourceFieldId, targetFieldId }: AdditionFrom['input']['fieldMappings'][number],
    source: AirtableTable,
    sources: readonly AirtableTable[],
  ): Promise<Column> {
    const field =
      sourceFieldId === undefined
        ? source.fields[sourceFieldIndex]
        : source.fields.find(({ id }) => id === sourceFieldId);
    const found = this.#from.table.fields.find(({ id }) => id === targetFieldId);
    if (field === undefined || found === undefined)
      throw new AppError(
        'conflict',
        'A field was removed from Airtable since you chose it: choose the fields again',
      );
    const planned = planField(field, field.id === source.primaryFieldId);
    const plan = planned.becomes === 'lookup' ? lookupAsText() : planned;
    return {
      source: field,
      plan: plan.becomes === 'stored' ? plan : null,
      target: this.#withOptions(found, plan),
      names: plan.becomes === 'link' ? await this.#namesOf(plan.linkedTableId, sources) : null,
    };
  }

  /** The target with an option for each choice of Airtable's, where that was asked for. */
  #withOptions(target: Field, plan: FieldPlan): Field {
    if (this.#from.input.createOptions !== true || !isSelectField(target) || plan.becomes !== 'stored')
      return target;
    const { shape } = plan;
    const labels = 'options' in shape.template ? shape.template.options.map(({ label }) => label) : [];
    const template = addOptions(target.template, labels, () => this.#newId('opt').slice(-10));
    return { ...target, template };
  }

  /** What the records of a table are called: links name them by ids of Airtable's. */
  async #namesOf(tableId: string, sources: readonly AirtableTable[]): Promise<ReadonlyMap<string, string>> {
    const names = new Map<string, string>();
    const linked = sources.find(({ id }) => id === tableId);
    if (linked === undefined) return names;
    for await (const records of this.#from.reader.pages(tableId, [linked.primaryFieldId]))
      for (const { id, fields } of records) names.set(id, valueText(fields[linked.primaryFieldId]));
    return names;
  }

  async #rowOf(record: AirtableRecord, columns: readonly Column[]): Promise<CellRow> {
    const row = ++this.#row;
    const cells: { [fieldId: string]: CellsByField[string] } = {};
    const names: { [fieldId: string]: string } = {};
    for (const column of columns) {
      const { source, plan, target } = column;
      const sent = record.fields[source.id];
      if (sent === undefined || sent === null) continue;
      const called = column.names === null ? null : namesIn(sent, column.names);
      if (isLinkField(target)) {
        const linked = linkNames(column, sent, called && this.#named(column, sent, row));
        if (linked !== '') names[target.id] = linked;
      } else if (holdsFiles(target.type) && plan !== null && holdsFiles(plan.shape.type))
        cells[target.id] = { value: await this.#download(record, column, row) };
      else cells[target.id] = this.#convert(column, sent, called);
    }
    return { row, line: row, cells, names };
  }

  /** The names of linked records; those without one are told. */
  #named({ names, target }: Column, sent: unknown, row: number): readonly string[] {
    const reason = 'The linked record has no name at Airtable: nothing was linked';
    return (Array.isArray(sent) ? sent.map(String) : []).flatMap((id) => {
      const name = names?.get(id) ?? '';
      if (name !== '') return [name];
      this.#unnamed.push({ row, line: null, column: target.name, value: id, reason });
      return [];
    });
  }

  #convert({ plan, target }: Column, sent: unknown, called: readonly string[] | null) {
    const env = { timeZone: this.#from.timeZone, locale: 'en' };
    if (plan === null || !isEditable(plan.shape.type) || holdsFiles(plan.shape.type))
      return convertValue(longText, { value: textOf(target, sent, called) }, target, env);
    return convertValue(plan.shape, readCell(plan, sent), target, env);
  }

  async #download(record: AirtableRecord, { source, target }: Column, row: number): Promise<CellValue> {
    const { reader, input } = this.#from;
    const context = { signal: this.#tools.signal, files: this.#files, warnOfAttachments: () => this.#warn() };
    const fresh = async () => (await reader.record(input.airtableTableId, record.id)).fields[source.id];
    const { files, missing } = await downloadCell(context, record.fields[source.id], fresh);
    if (missing.length > 0) this.#warn();
    const entries = missing.map(
      ({ name, reason }): ReportEntry => ({ row, line: null, column: target.name, value: name, reason }),
    );
    await this.#tools.note({ report: linesOf(entries) });
    return files.length === 0 ? null : files;
  }

  async #write(rows: readonly CellRow[]): Promise<void> {
    if (rows.length === 0) return;
    const tools = this.#tools;
    const unfit = rows.flatMap(({ row, cells }) =>
      Object.entries(cells).flatMap(([fieldId, { raw }]): ReportEntry[] => {
        if (raw === undefined) return [];
        const column = this.#from.table.fields.find(({ id }) => id === fieldId)?.name ?? '';
        const reason = 'The value does not fit the type of its field. It was kept as text';
        return [{ row, line: null, column, value: raw, reason }];
      }),
    );
    const none = { grown: [], report: '', rowsRejected: 0, valuesNotConverted: 0 };
    const unnamed = this.#unnamed;
    this.#unnamed = [];
    const added = await this.#addition.write({ rows, ...none });
    const unlinked = added.unlinked + unnamed.length;
    await tools.note({
      ...{ imported: added.created + added.updated, updated: added.updated, unlinked },
      ...{ report: linesOf([...unfit, ...unnamed]) + added.report, rowsRejected: added.rejected },
      valuesNotConverted: unfit.length + unlinked,
    });
    const { tableName } = this.#order;
    tools.publish({
      ...{ type: 'records', recordsImported: tools.imported, totalRecordsImported: tools.imported },
      ...{ currentTable: tableName, tableName },
    });
  }

  #warn(): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#tools.publish({ type: 'attachment_warning', message: attachmentWarning });
  }
}

/** What linked records are called as texts; one without a name by its id at Airtable. */
const namesIn = (sent: unknown, names: ReadonlyMap<string, string>): readonly string[] =>
  Array.isArray(sent) ? sent.map((id) => names.get(String(id)) || String(id)) : [];

/** One name as it is; several as a list, in which names with commas are quoted. */
const listed = (names: readonly string[], asList: boolean): string =>
  names.length === 1 && !asList ? (names[0] ?? '') : joinLabels(names);

/** The text of a value for a field that is no link. */
const textOf = ({ type }: Field, sent: unknown, called: readonly string[] | null): string =>
  called === null ? valueText(sent) : listed(called, takesManyOptions(type));

/** The names that a link is made by: what Airtable holds as one value is one name, a text is read as people type lists. */
function linkNames({ source, target }: Column, sent: unknown, called: readonly string[] | null): string {
  if (called === null && typeof sent === 'string' && source.type !== 'singleSelect') return sent;
  const names = called ?? (Array.isArray(sent) ? sent : [sent]).map(valueText).filter((name) => name !== '');
  return listed(names, isLinkField(target) && target.template.allowMultiple);
}
