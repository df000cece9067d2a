import type { Field, Table } from '@weft/core';
import type { ImportResult, StoredFile, TableLoad } from '@weft/db';
import type { ImportChoices, Parsing } from '@weft/imports';
import { AppError } from '@weft/std';
import { newTable } from '../bases/methods/new-table.ts';
import type { ImportDeps } from './import-deps.ts';
import type { BeginWork, ImportOrder, ImportTools, ImportWork } from './import-work.ts';
import { patientScans } from './patient-scans.ts';
import { localUpload } from './profiles.ts';
import { runWorker } from './run-worker.ts';
import { type AdditionOrder, TableAddition } from './table-addition.ts';
import type { WorkerAnswer } from './worker-messages.ts';

/** Which rows of an uploaded file go where. */
export interface FileOrder {
  readonly file: StoredFile;
  /** The rows go into a table that is there; null: into a new one. */
  readonly addition: AdditionOrder | null;
  readonly parse: Partial<Parsing>;
  readonly choices: ImportChoices;
  readonly timeZone: string;
}

type Rows = Extract<WorkerAnswer, { kind: 'rows' }>;
type CellBatch = Extract<WorkerAnswer, { kind: 'cells' }>;

/** Imports an uploaded file, which a thread of its own reads and converts. */
export const fileWork =
  (file: FileOrder): BeginWork =>
  (deps, order, tools) =>
    new FileWork(deps, order, file, tools);

class FileWork implements ImportWork {
  readonly #deps: ImportDeps;
  readonly #order: ImportOrder;
  readonly #file: FileOrder;
  readonly #tools: ImportTools;
  #load: TableLoad | null = null;
  #addition: TableAddition | null = null;

  constructor(deps: ImportDeps, order: ImportOrder, file: FileOrder, tools: ImportTools) {
    this.#deps = deps;
    this.#order = order;
    this.#file = file;
    this.#tools = tools;
  }

  async run(): Promise<ImportResult> {
    const deps = this.#deps;
    const order = this.#order;
    const tools = this.#tools;
    const { file: upload, addition, parse, choices, timeZone } = this.#file;
    const profile = await deps.profiles.of(upload.id, parse, tools.signal);
    if (profile.refusal !== null) throw new AppError('invalid', profile.refusal);
    tools.stopIfCancelled();
    tools.publish({ type: 'phase', phase: 'structure' });
    const { parsing, columns } = profile;
    let table: Omit<Table, 'order'> | null = null;
    await using file = await localUpload(deps.fileStore, upload.id);
    const worker = runWorker(
      { kind: 'convert', path: file.path, parsing, columns, choices, timeZone },
      tools.signal,
    );
    for await (const answer of worker.answers) {
      if (answer.kind === 'refused')
        throw new AppError(
          'invalid',
          answer.faults[0]?.reason ?? 'The columns cannot be imported',
          answer.faults,
        );
      if (answer.kind === 'planned' && addition !== null) {
        this.#addition = new TableAddition(this.#additionDeps(), addition);
        tools.publish({ type: 'phase', phase: 'importing' });
        await this.#addition.begin(answer.fields, profile.rows);
      } else if (answer.kind === 'planned') {
        table = this.#tableOf(answer.fields, answer.primaryFieldId);
        this.#load = await order.store.beginLoad(table, order.userId);
        worker.tell({ kind: 'write', plan: this.#load.plan });
        tools.publish({ type: 'phase', phase: 'importing' });
      }
      if (answer.kind === 'rows') await this.#take(answer, profile.rows);
      if (answer.kind === 'cells') await this.#add(answer, profile.rows);
      if (answer.kind === 'ended' && table !== null) table = { ...table, fields: answer.fields };
      tools.stopIfCancelled();
    }
    tools.stopIfCancelled();
    if (this.#addition !== null) return tools.conclude({ tableName: order.tableName, added: true });
    if (table === null || this.#load === null)
      throw new AppError('internal', 'The import ended before it began');
    return this.#show(table, this.#load);
  }

  async undo(concluded: boolean): Promise<void> {
    await this.#load?.discard();
    if (!concluded) await this.#addition?.takeBack();
  }

  #tableOf(fields: readonly Field[], primaryFieldId: string): Omit<Table, 'order'> {
    const { tableName, tableId: id } = this.#order;
    return newTable(tableName, fields, this.#deps.newId, { id, primaryFieldId });
  }

  async #take(batch: Rows, totalRows: number): Promise<void> {
    await this.#load?.append(batch.rows);
    // Freed now and not when the collector comes by, which waits for 64 MB of them.
    for (const { buffer } of batch.rows.parts) if (!buffer.detached) buffer.transfer(0);
    const { report, rowsRejected, valuesNotConverted } = batch;
    await this.#tools.note({ imported: batch.rows.count, report, rowsRejected, valuesNotConverted });
    this.#tell(totalRows);
  }

  #additionDeps() {
    const { store, userId, organizationId, importId } = this.#order;
    const { newId, scanSlots } = this.#deps;
    const owner = { userId, organizationId };
    const runScan = patientScans(scanSlots, owner, this.#tools.signal);
    return { store, userId, groupId: importId, newId, runScan };
  }

  async #add(batch: CellBatch, totalRows: number): Promise<void> {
    const added = await this.#addition?.write(batch);
    if (added === undefined) return;
    await this.#tools.note({
      imported: added.created + added.updated,
      updated: added.updated,
      unlinked: added.unlinked,
      report: batch.report + added.report,
      rowsRejected: batch.rowsRejected + added.rejected,
      valuesNotConverted: batch.valuesNotConverted + added.unlinked,
    });
    this.#tell(totalRows);
  }

  #tell(totalRows: number): void {
    const { tableName } = this.#order;
    const { imported } = this.#tools;
    this.#tools.publish({
      type: 'records',
      recordsImported: imported,
      totalRecordsImported: imported,
      totalRows,
      currentTable: tableName,
      tableName,
    });
  }

  /** The rows are all there: the table appears, as one action of the person. */
  async #show(table: Omit<Table, 'order'>, load: TableLoad): Promise<ImportResult> {
    const { store, userId } = this.#order;
    await load.finish();
    return this.#tools.conclude({ tableName: table.name, added: false }, () =>
      store.submit(userId, {
        id: this.#deps.newId('act'),
        type: 'IMPORT_RECORDS',
        input: { table, recordsImported: this.#tools.imported },
      }),
    );
  }
}
