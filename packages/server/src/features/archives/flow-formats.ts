import type { Readable } from 'node:stream';
import { type FindShownField, findShownField, type Table } from '@weft/core';
import type { Flow } from '@weft/db';
import { AppError } from '@weft/std';
import { csvFormat } from '../bases/export/csv.ts';
import type { ExportFormat, ExportSource } from '../bases/export/export-format.ts';
import { sourceOf } from '../bases/export/export-source.ts';
import { inFormOrder } from '../bases/export/form-order.ts';
import { openWorkbook, xlsxFormat } from '../bases/export/xlsx.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { type FlowReader, sizeOfFlow } from './archived-source.ts';
import type { ArchivesDeps } from './deps.ts';
import { exportFlow } from './export-flow.ts';
import { fileNames } from './file-names.ts';

interface FlowExportOptions {
  /** CSV alone asks: see `ExportSource`. */
  readonly formulas: ExportSource['formulas'];
  /** What `size` answered. */
  readonly size: number;
  /** Hears of each piece that was read, in the unit of `size`. */
  readonly onRead: (amount: number) => void;
  /** Called between pieces that are read before the first byte; what it throws ends the export. */
  readonly whileChecking: () => Promise<void>;
}

/** A kind of file a whole flow is exported as. */
interface FlowFormat {
  readonly ending: string;
  readonly contentType: string;
  /** How much there is to read. */
  readonly size: (deps: ArchivesDeps, reader: FlowReader, flow: Flow) => Promise<number>;
  /** The file as a stream; throws, before the first byte, why it cannot be such a file. */
  readonly open: (
    deps: ArchivesDeps,
    reader: FlowReader,
    flow: Flow,
    options: FlowExportOptions,
  ) => Promise<Readable>;
}

/** Every table of a flow with all of its fields, for files that people read. */
async function sourcesOf(
  { base, documents, now }: ArchivesDeps,
  reader: FlowReader,
  flow: Flow,
  {
    formulas,
    onRead,
  }: Pick<FlowExportOptions, 'formulas'> & {
    readonly onRead: (amount: number) => void | Promise<void>;
  },
): Promise<readonly ExportSource[]> {
  const store = base(flow.id);
  const { metadata } = await store.metadata();
  if (metadata.tables.length === 0) throw new AppError('conflict', `${flow.name} has no table to export yet`);
  const shownField = findShownField(metadata);
  return Promise.all(
    metadata.tables.map(async (table) => {
      const fields = await inFormOrder(documents, flow, table.fields);
      const source = sourceOf({ ...reader, ...readingOf(table, shownField, now()), fields, store, formulas });
      return { ...source, records: () => heard(source.records(), ({ length }) => onRead(length)) };
    }),
  );
}

const readingOf = (table: Table, shownField: FindShownField, now: number) => ({
  ...{ table, view: null, shownField },
  ...({ links: 'names', timeZone: 'UTC', now: new Date(now).toISOString() } as const),
});

async function* heard<T>(
  pages: AsyncIterable<T>,
  hear: (page: T) => void | Promise<void>,
): AsyncGenerator<T> {
  for await (const page of pages) {
    yield page;
    await hear(page);
  }
}

/** Records of all tables. */
const countRecords: FlowFormat['size'] = async (deps, reader, flow) => {
  const sources = await sourcesOf(deps, reader, flow, { formulas: 'keep', onRead: () => {} });
  let count = 0;
  for (const source of sources) count += await source.count();
  return count;
};

/** A file of the same format for each table, in one archive. */
const archiveOf =
  ({ ending, open }: ExportFormat): FlowFormat['open'] =>
  async (deps, reader, flow, options) => {
    const sources = await sourcesOf(deps, reader, flow, options);
    const writer = new ArchiveWriter(() => {});
    const names = fileNames(sources.map(({ table }) => table.name));
    const write = async (): Promise<void> => {
      for (const [i, source] of sources.entries())
        await writer.add(`${names[i]}.${ending}`, await open(source));
      writer.end();
    };
    write().catch((error: unknown) => {
      if (!writer.output.destroyed) deps.log.error({ err: error, flowId: flow.id }, 'an export failed');
      writer.fail(error);
    });
    return writer.output;
  };

/** A sheet for each table. Records are read twice: before the first byte, to find a text that no cell can hold. */
const openSheets: FlowFormat['open'] = async (deps, reader, flow, options) => {
  let checked = 0;
  let isChecking = true;
  const onRead = async (amount: number): Promise<void> => {
    options.onRead(amount);
    if (!isChecking) return;
    checked += amount;
    await options.whileChecking();
  };
  const workbook = await openWorkbook(await sourcesOf(deps, reader, flow, { ...options, onRead }));
  isChecking = false;
  // Tables without long texts are not read for it.
  options.onRead(options.size / 2 - checked);
  return workbook;
};

export const flowFormats: { readonly [format in 'zip' | 'csv' | 'xlsx']: FlowFormat } = {
  /** Everything in it: what an import makes the same flow of. */
  zip: {
    ending: 'weft.zip',
    contentType: 'application/zip',
    size: (deps, _reader, flow) => sizeOfFlow(deps, flow),
    open: (deps, reader, flow, { onRead }) => exportFlow(deps, reader, flow, onRead),
  },
  csv: {
    ending: 'csv.zip',
    contentType: 'application/zip',
    size: countRecords,
    open: archiveOf(csvFormat),
  },
  xlsx: {
    ending: xlsxFormat.ending,
    contentType: xlsxFormat.contentType,
    size: async (deps, reader, flow) => 2 * (await countRecords(deps, reader, flow)),
    open: openSheets,
  },
};
export type FlowFormatName = keyof typeof flowFormats;
