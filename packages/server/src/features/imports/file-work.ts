import type { Field, Table } from '@weft/core';
import type { ImportResult, StoredFile, TableLoad } from '@weft/db';
import type { ColumnProfile, ImportChoices, Parsing } from '@weft/imports';
import { AppError } from '@weft/std';
import { EventLoopThrottle } from '../../event-loop-throttle.ts';
import { newTable } from '../bases/methods/new-table.ts';
import type { ImportDeps } from './import-deps.ts';
import type { BeginWork, ImportOrder, ImportTools, ImportWork } from './import-work.ts';
import { patientScans } from './patient-scans.ts';
import { localUpload } from './profiles.ts';
import { runWorker } from './run-worker.ts';
import { type AdditionOrder, TableAddition } from './table-addition.ts';
import type { WorkerAnswer } from './worker-messages.ts';

/** Rows that are ready to be converted, until they are disposed of. */
export interface ReadyRows extends AsyncDisposable {
  readonly path: string;
  readonly parsing: Parsing;
  readonly columns: readonly ColumnProfile[];
  /** How many there are. */
  readonly rows: number;
  readonly choices: ImportChoices;
  /** IANA zone of texts that name none. */
  readonly timeZone: string;
}

/** Which rows go where. */
export interface RowsOrder {
  /** The rows go into a table that is there; null: into a new one. */
  readonly addition: AdditionOrder | null;
  /** Gets the rows ready: the first thing an import does. */
  readonly ready: (deps: ImportDeps, tools: ImportTools) => Promise<ReadyRows>;
}

/** Which rows of an uploaded file go where. */
export interface FileOrder {
  readonly file: StoredFile;
  readonly addition: AdditionOrder | null;
  readonly parse: Partial<Parsing>;
  readonly choices: ImportChoices;
  readonly timeZone: string;
}

/** Of all imports of the process: where the machine is short of processors, they rest between two batches. */
const throttle = new EventLoopThrottle();

type Rows = Extract<WorkerAnswer, { kind: 'rows' }>;
type CellBatch = Extract<WorkerAnswer, { kind: 'cells' }>;

/** Imports an uploaded file. */
export const fileWork = ({ file, addition, parse, choices, timeZone }: FileOrder): BeginWork =>
  rowsWork({
    addition,
    ready: async (deps, tools) => {
      const profile = await deps.profiles.of(file.id, parse, tools.signal);
      if (profile.refusal !== null) throw new AppError('invalid', profile.refusal);
      tools.stopIfCancelled();
      tools.publish({ type: 'phase', phase: 'structure' });
      const { parsing, columns, rows } = profile;
      const local = await localUpload(deps.fileStore, file.id);
      const { path } = local;
      const dispose = () => local[Symbol.asyncDispose]();
      return { path, parsing, columns, rows, choices, timeZone, [Symbol.asyncDispose]: dispose };
    },
  });

/** Imports rows, which a thread of its own reads and converts. */
export const rowsWork =
  (rows: RowsOrder): BeginWork =>
  (deps, order, tools) =>
    new RowsWork(deps, order, rows, tools);

class RowsWork implements ImportWork {
  readonly #deps: ImportDeps;
  readonly #order: ImportOrder;
  readonly #from: RowsOrder;
  readonly #tools: ImportTools;
  #load: TableLoad | null = null;
  #addition: TableAddition | null = null;

  constructor(deps: ImportDeps, order: ImportOrder, from: RowsOrder, tools: ImportTools) {
    this.#deps = deps;
    this.#order = order;
    this.#from = from;
    this.#tools = tools;
  }

  async run(): Promise<ImportResult> {
    const deps = this.#deps;
    const order = this.#order;
    const tools = this.#tools;
    const { addition, ready } = this.#from;
    await using from = await ready(deps, tools);
    const { path, parsing, columns, rows, choices, timeZone } = from;
    tools.stopIfCancelled();
    let table: Omit<Table, 'order'> | null = null;
    const worker = runWorker({ kind: 'convert', path, parsing, columns, choices, timeZone }, tools.signal);
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
        await this.#addition.begin(answer.fields, rows);
      } else if (answer.kind === 'planned') {
        table = this.#tableOf(answer.fields, answer.primaryFieldId);
        this.#load = await order.store.beginLoad(table, order.userId);
        worker.tell({ kind: 'write', plan: this.#load.plan });
        tools.publish({ type: 'phase', phase: 'importing' });
      }
      if (answer.kind === 'rows') await this.#take(answer, rows);
      if (answer.kind === 'cells') await this.#add(answer, rows);
      if (answer.kind === 'ended' && table !== null) table = { ...table, fields: answer.fields };
      tools.stopIfCancelled();
    }
    tools.stopIfCancelled();
    tools.publish({ type: 'phase', phase: 'complete' });
    // Awaited, for the file is closed before what is returned settles.
    if (this.#addition !== null) return await tools.conclude({ tableName: order.tableName, added: true });
    if (table === null || this.#load === null)
      throw new AppError('internal', 'The import ended before it began');
    return await this.#show(table, this.#load);
  }

  async undo(concluded: boolean): Promise<void> {
    await this.#load?.discard();
    if (!concluded && this.#addition !== null) await this.#tools.takeBack();
  }

  #tableOf(fields: readonly Field[], primaryFieldId: string): Omit<Table, 'order'> {
    const { tableName, tableId: id } = this.#order;
    return newTable(tableName, fields, this.#deps.newId, { id, primaryFieldId });
  }

  async #take(batch: Rows, totalRows: number): Promise<void> {
    await this.#turn();
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
    const { submit } = this.#tools;
    return { store, userId, groupId: importId, newId, runScan, submit };
  }

  /** A file of one batch waits for nobody. */
  async #turn(): Promise<void> {
    if (this.#tools.imported > 0) await throttle.turn();
  }

  async #add(batch: CellBatch, totalRows: number): Promise<void> {
    await this.#turn();
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
    const tools = this.#tools;
    await load.finish();
    return tools.conclude({ tableName: table.name, added: false }, () =>
      tools.submit('IMPORT_RECORDS', { table, recordsImported: tools.imported }),
    );
  }
}
