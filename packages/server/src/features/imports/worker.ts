import { getRandomValues } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { type Field, isSelectField } from '@weft/core';
import { type CopyPlan, CopyWriter } from '@weft/db/import';
import {
  buildPlan,
  type CsvEncoding,
  createRowConverter,
  type ImportPlan,
  profileCsv,
  type RowBatch,
  readCsv,
  rejectedEntry,
  reportLine,
  unfitEntries,
} from '@weft/imports';
import { AppError, idMaker, must, shortId } from '@weft/std';
import { CellBatcher } from './cell-batcher.ts';
import { yieldWhenLong } from './long-job.ts';
import { tableFile } from './workbook/sheet-file.ts';
import {
  batchesAhead,
  bytesPerBatch,
  rowsPerBatch,
  type WorkerAnswer,
  type WorkerJob,
  type WorkerOrder,
} from './worker-messages.ts';

const port = must(parentPort, 'the port of a worker');

const random = (bytes: Uint8Array<ArrayBuffer>) => getRandomValues(bytes);
const newId = idMaker(Date.now, random);
const makeDecoder = (encoding: CsvEncoding) => new TextDecoder(encoding);
const open = (path: string) => () => createReadStream(path, { highWaterMark: 1024 * 1024 });
const answer = (message: WorkerAnswer, given: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...given]);

/** What one job is told: how rows are to be written, how fast they are taken, and when nobody wants them any more. */
class Orders {
  #left = batchesAhead;
  #plan: CopyPlan | null = null;
  readonly #stop = new AbortController();
  #wake: () => void = () => {};

  get stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  hear(order: Exclude<WorkerOrder, { kind: 'work' }>): void {
    if (order.kind === 'write') this.#plan = order.plan;
    else if (order.kind === 'more') this.#left++;
    else this.#stop.abort();
    this.#wake();
  }

  /** Null when the job was stopped before. */
  async plan(): Promise<CopyPlan | null> {
    while (this.#plan === null && !this.stopped) await this.#change();
    return this.#plan;
  }

  /** Resolves when one batch more may be on its way, or the job was stopped. */
  async take(): Promise<void> {
    while (this.#left === 0 && !this.stopped) await this.#change();
    this.#left--;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

/**
 * Ids of an import's records: the first is like any other, the ones after it count its last six digits up. They are
 * in the order of the rows, which their index takes faster, and cost a tenth of drawing random digits for each.
 */
class RecordIds {
  readonly #digits = 6;
  readonly #most = 36 ** this.#digits;
  #prefix = '';
  #next = this.#most;

  next(): string {
    if (this.#next >= this.#most) {
      this.#prefix = newId('rec').slice(0, -this.#digits);
      this.#next = 0;
    }
    return this.#prefix + (this.#next++).toString(36).padStart(this.#digits, '0');
  }
}

/** The plan's fields with the options that the converters have met by now. */
const fieldsOf = (plan: ImportPlan): Field[] =>
  plan.columns.map(({ field, converter }) => {
    const options = converter.options();
    if (options === null || !isSelectField(field)) return field;
    return { ...field, template: { ...field.template, options } };
  });

type ConvertJob = Extract<WorkerJob, { kind: 'convert' }>;

/** Gathers converted rows, written as the table takes them, until a batch is full. */
class Batcher {
  readonly #plan: ImportPlan;
  readonly #names: readonly string[];
  readonly #convert: ReturnType<typeof createRowConverter>;
  readonly #writer: CopyWriter;
  readonly #recordIds = new RecordIds();
  #report = '';
  #rejected = 0;
  #unfit = 0;
  #row = 0;

  constructor(plan: ImportPlan, names: readonly string[], writer: CopyWriter) {
    this.#plan = plan;
    this.#names = names;
    this.#writer = writer;
    this.#convert = createRowConverter(plan);
  }

  get isFull(): boolean {
    return this.#writer.count >= rowsPerBatch || this.#writer.length >= bytesPerBatch;
  }

  add(cells: readonly string[], line: number): void {
    const converted = this.#convert(cells);
    this.#row++;
    this.#writer.add(this.#recordIds.next(), converted.values, converted.raw);
    if (converted.raw === null) return;
    for (const entry of unfitEntries(this.#plan, converted, this.#row, line)) {
      this.#unfit++;
      this.#report += reportLine(entry);
    }
  }

  reject(faults: RowBatch['faults']): void {
    this.#rejected += faults.length;
    for (const fault of faults) this.#report += reportLine(rejectedEntry(fault, this.#names));
  }

  /** Sends what is gathered; the bytes go over, they are not copied. */
  send(): void {
    const rows = this.#writer.take();
    answer(
      {
        kind: 'rows',
        rows,
        report: this.#report,
        rowsRejected: this.#rejected,
        valuesNotConverted: this.#unfit,
      },
      rows.parts.map((bytes) => bytes.buffer),
    );
    this.#report = '';
    this.#rejected = 0;
    this.#unfit = 0;
  }
}

async function convert(job: ConvertJob, orders: Orders): Promise<void> {
  const plan = buildPlan(job.columns, job.choices, {
    newFieldId: () => newId('fld'),
    newOptionValue: () => shortId(random),
    timeZone: job.timeZone,
    decimalPoint: job.parsing.sheet !== undefined,
  });
  if (!plan.ok) return answer({ kind: 'refused', faults: plan.error });
  const { primaryFieldId } = plan.value;
  answer({ kind: 'planned', fields: fieldsOf(plan.value), primaryFieldId });
  // By their places in the file: of a wide one some columns alone may be read.
  const names: string[] = [];
  for (const { sourceIndex, fieldName } of job.columns) names[sourceIndex] = fieldName;
  if (job.choices.into !== undefined) {
    const batcher = new CellBatcher(plan.value, names);
    return convertRows(job, orders, batcher, () => answer({ kind: 'cells', ...batcher.take() }));
  }
  const copyPlan = await orders.plan();
  if (copyPlan === null) return;
  const batcher = new Batcher(plan.value, names, new CopyWriter(copyPlan));
  await convertRows(job, orders, batcher, () => batcher.send());
  answer({ kind: 'ended', fields: fieldsOf(plan.value) });
}

/** Gives the rows of the file to a batcher, and sends its batches as fast as they are taken. */
async function convertRows(
  job: ConvertJob,
  orders: Orders,
  batcher: Pick<Batcher, 'add' | 'reject' | 'isFull'>,
  send: () => void,
): Promise<void> {
  let header = job.parsing.headerRow;
  await using file = await tableFile(job.path, job.parsing, orders.signal);
  for await (const batch of readCsv(open(file.path)(), makeDecoder, job.parsing)) {
    batcher.reject(batch.faults);
    for (const [index, cells] of batch.rows.entries()) {
      if (header) {
        header = false;
        continue;
      }
      batcher.add(cells, batch.lines[index] ?? 0);
      if (!batcher.isFull) continue;
      await orders.take();
      if (orders.stopped) return;
      send();
    }
    if (orders.stopped) return;
  }
  await orders.take();
  send();
}

const notWanted = new Error('Nobody waits for this file any more');

/** The file, as long as somebody wants to know what is in it. */
async function* wanted(path: string, orders: Orders): AsyncGenerator<Uint8Array> {
  for await (const chunk of open(path)()) {
    if (orders.stopped) throw notWanted;
    yield chunk;
  }
}

async function profile({ path, parse }: Extract<WorkerJob, { kind: 'profile' }>, orders: Orders) {
  await using file = await tableFile(path, parse, orders.signal);
  const found = await profileCsv(() => wanted(file.path, orders), makeDecoder, file.parse);
  const { sheet, sheets } = file;
  const { parsing, refusal: why, ...said } = found;
  const refusal = sheet === null || why === null ? why : why.replace('file', 'sheet');
  answer({
    kind: 'profiled',
    profile: { ...said, refusal, parsing: { ...parsing, ...(sheet !== null && { sheet }) }, sheets },
  });
}

let orders = new Orders();

async function work(job: WorkerJob): Promise<void> {
  orders = new Orders();
  const end = yieldWhenLong();
  try {
    if (job.kind === 'profile') await profile(job, orders);
    else await convert(job, orders);
  } catch (error) {
    // Stopped, a job ends wherever it is.
    if (!orders.stopped) {
      if (!(error instanceof AppError)) throw error;
      answer({ kind: 'refused', faults: [{ path: 'csvFileUrl', reason: error.message }] });
    }
  }
  answer({ kind: 'done', samePriority: end() });
}

// What goes wrong in a job ends the thread, and is heard there.
port.on('message', (order: WorkerOrder) => {
  if (order.kind === 'work') void work(order.job);
  else orders.hear(order);
});
