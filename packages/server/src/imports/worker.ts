import { getRandomValues } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { CellValue, Field } from '@weft/core';
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
import { idMaker, must, shortId } from '@weft/std';
import { batchesAhead, rowsPerBatch, type WorkerAnswer, type WorkerJob } from './worker-messages.ts';

const port = must(parentPort, 'the port of a worker');
const random = (bytes: Uint8Array<ArrayBuffer>) => getRandomValues(bytes);
const newId = idMaker(Date.now, random);
const makeDecoder = (encoding: CsvEncoding) => new TextDecoder(encoding);
const open = (path: string) => () => createReadStream(path, { highWaterMark: 1024 * 1024 });
const answer = (message: WorkerAnswer): void => port.postMessage(message);

/** Lets the reader of the batches say how fast it is. */
class Credit {
  #left = batchesAhead;
  #wake: () => void = () => {};

  constructor() {
    port.on('message', () => {
      this.#left++;
      this.#wake();
    });
  }

  async take(): Promise<void> {
    while (this.#left === 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#left--;
  }
}

/** The plan's fields with the options that the converters have met by now. */
const fieldsOf = (plan: ImportPlan): Field[] =>
  plan.columns.map(({ field, converter }) => {
    const options = converter.options();
    return options === null ? field : ({ ...field, template: { ...field.template, options } } as Field);
  });

type ConvertJob = Extract<WorkerJob, { kind: 'convert' }>;

/** Gathers converted rows until a batch is full. */
class Batcher {
  readonly #plan: ImportPlan;
  readonly #names: readonly string[];
  readonly #convert: ReturnType<typeof createRowConverter>;
  #ids: string[] = [];
  #values: CellValue[][] = [];
  #raw: ({ [fieldId: string]: string } | null)[] = [];
  #report = '';
  #rejected = 0;
  #unfit = 0;
  #row = 0;

  constructor(plan: ImportPlan, names: readonly string[]) {
    this.#plan = plan;
    this.#names = names;
    this.#convert = createRowConverter(plan);
  }

  get isFull(): boolean {
    return this.#ids.length >= rowsPerBatch;
  }

  add(cells: readonly string[], line: number): void {
    const converted = this.#convert(cells);
    this.#row++;
    this.#ids.push(newId('rec'));
    this.#values.push(converted.values);
    this.#raw.push(converted.raw);
    for (const entry of unfitEntries(this.#plan, converted, this.#row, line)) {
      this.#unfit++;
      this.#report += reportLine(entry);
    }
  }

  reject(faults: RowBatch['faults']): void {
    this.#rejected += faults.length;
    for (const fault of faults) this.#report += reportLine(rejectedEntry(fault, this.#names));
  }

  take(): WorkerAnswer {
    const message: WorkerAnswer = {
      kind: 'rows',
      batch: { ids: this.#ids, values: this.#values, raw: this.#raw },
      report: this.#report,
      rowsRejected: this.#rejected,
      valuesNotConverted: this.#unfit,
    };
    this.#ids = [];
    this.#values = [];
    this.#raw = [];
    this.#report = '';
    this.#rejected = 0;
    this.#unfit = 0;
    return message;
  }
}

async function convert(job: ConvertJob): Promise<void> {
  const plan = buildPlan(job.columns, job.choices, {
    newFieldId: () => newId('fld'),
    newOptionValue: () => shortId(random),
    timeZone: job.timeZone,
  });
  if (!plan.ok) return answer({ kind: 'refused', faults: plan.error });
  const primaryFieldId = must(plan.value.primaryFieldId, 'the primary field of a new table');
  answer({ kind: 'planned', fields: fieldsOf(plan.value), primaryFieldId });
  const credit = new Credit();
  const batcher = new Batcher(
    plan.value,
    job.columns.map((column) => column.fieldName),
  );
  let header = job.parsing.headerRow;
  for await (const batch of readCsv(open(job.path)(), makeDecoder, job.parsing)) {
    batcher.reject(batch.faults);
    for (const [index, cells] of batch.rows.entries()) {
      if (header) {
        header = false;
        continue;
      }
      batcher.add(cells, batch.lines[index] ?? 0);
      if (!batcher.isFull) continue;
      await credit.take();
      answer(batcher.take());
    }
  }
  await credit.take();
  answer(batcher.take());
  answer({ kind: 'ended', fields: fieldsOf(plan.value) });
}

const job = workerData as WorkerJob;
if (job.kind === 'profile')
  answer({ kind: 'profiled', profile: await profileCsv(open(job.path), makeDecoder, job.parse) });
else await convert(job);
// The port would keep the thread alive.
port.close();
