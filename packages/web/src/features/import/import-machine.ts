import type { ImportEvent } from '@weft/protocol';
import { AppError, type ErrorKind, withoutUndefined } from '@weft/std';
import { refuseFiles } from './csv-file.ts';
import { importErrorText, importFaultText } from './import-error.ts';
import { describeImport } from './import-input.ts';
import { editSchema, type ImportSchema, proposedSchema, rereadSchema } from './import-schema.ts';
import {
  choosing,
  type ImportEffect,
  type ImportingState,
  type ImportMove,
  type ImportState,
  type InterruptedState,
  type Interruption,
  type SchemaState,
  type TableResult,
  type UploadState,
} from './import-states.ts';
import type { ImportOrder } from './import-stream.ts';
import { chooseSheet, describeSheets, proposedSheets } from './workbook-sheets.ts';

const stopped: Interruption = {
  why: 'The server stopped in the middle of the import, and nothing of it was kept.',
  next: 'Resume starts again from the uploaded file, with everything as you chose it.',
};
const away: Interruption = {
  why: 'The server cannot be reached. Please check your connection.',
  next: 'Resume goes on with the import, or starts it again from the uploaded file.',
};

interface Step {
  readonly state: ImportState;
  readonly effects: readonly ImportEffect[];
}

const step = (state: ImportState, ...effects: readonly ImportEffect[]): Step => ({ state, effects });
const kindOf = (error: unknown): ErrorKind | null => (error instanceof AppError ? error.kind : null);
const failure = (text: string): ImportEffect => ({ do: 'toast', text, error: true });

/** A base whose import failed and that nobody will try again holds nothing: it goes to the trash. */
const trash = (base: string | null): readonly ImportEffect[] =>
  base === null ? [] : [{ do: 'trashBase', base }];

/** What has to end when a state is left for good. */
function leaving(state: ImportState): readonly ImportEffect[] {
  switch (state.at) {
    case 'choosing':
    case 'result':
    case 'interrupted':
      return [];
    case 'uploading':
    case 'uploaded':
    case 'reading':
      return [{ do: 'stopTransfer' }];
    case 'schema':
      return [{ do: 'stopTransfer' }, ...trash(state.base)];
    case 'importing':
      return state.shared ? [{ do: 'stopFollowing' }] : [{ do: 'abandon', importId: state.importId }];
  }
}

const left = (state: ImportState, ...then: readonly ImportEffect[]): Step =>
  step(choosing, ...leaving(state), ...then);

/** The next state of the import, and what is to be done; a move that does not belong to a state changes nothing. */
export function transition(state: ImportState, move: ImportMove): Step {
  // A base that comes when nobody imports into it any more holds nothing.
  if (move.type === 'baseMade' && !(state.at === 'importing' && state.importId === move.importId))
    return step(state, { do: 'trashBase', base: move.base });
  if (move.type === 'reset') return left(state);
  switch (state.at) {
    case 'choosing':
    case 'uploading':
    case 'uploaded':
    case 'reading':
      return whileUploading(state, move);
    case 'schema':
      return atSchema(state, move);
    case 'importing':
      return 'importId' in move && move.importId !== state.importId
        ? step(state)
        : whileImporting(state, move);
    case 'interrupted':
      return whileInterrupted(state, move);
    case 'result':
      return move.type === 'openBase' || move.type === 'dismiss'
        ? step(state, { do: 'finished', base: state.base })
        : step(state);
  }
}

function whileUploading(state: UploadState, move: ImportMove): Step {
  if (move.type === 'dismiss' || move.type === 'close') return left(state, { do: 'close' });
  if (move.type === 'chosen') return chosen(state, move.files, move.maxMb);
  if (move.type === 'resume' && move.order !== undefined)
    return resumed(move.order, { schema: null, sheets: null, done: [] }, 0);
  if (state.at === 'uploading') {
    if (move.type === 'sending') return step({ ...state, sent: move.share });
    if (move.type === 'uploaded')
      return step({ at: 'uploaded', file: state.file, upload: move.upload, error: null });
    if (move.type === 'notUploaded') return step({ at: 'choosing', error: move.error }, failure(move.toast));
  }
  if (state.at === 'uploaded' && move.type === 'review') {
    const { file, upload } = state;
    return step({ at: 'reading', file, upload }, { do: 'preview', upload, tableName: '', parse: {} });
  }
  if (state.at === 'reading') {
    const { file, upload } = state;
    if (move.type === 'previewed') {
      const schema = proposedSchema(file, upload, move.preview, move.parse, move.table);
      const sheets = proposedSheets(schema);
      return step({ at: 'schema', schema, sheets, base: null, reading: false, error: null, asking: false });
    }
    if (move.type === 'notRead')
      return step({ at: 'uploaded', file, upload, error: move.error }, failure('Could not process file'));
  }
  return step(state);
}

function chosen(state: UploadState, files: readonly File[], maxMb: number): Step {
  const refusal = refuseFiles(files, maxMb);
  const [file] = files;
  if (refusal !== null || file === undefined) {
    const error = refusal?.text ?? 'Please select a valid CSV file';
    const said = refusal?.toast ? [failure(refusal.toast)] : [];
    return step({ at: 'choosing', error }, ...leaving(state), ...said);
  }
  const { name, size } = file;
  return step({ at: 'uploading', file: { name, size }, sent: 0 }, ...leaving(state), { do: 'upload', file });
}

/** Another sheet is shown; what was decided of the one before is kept. */
function shown(state: SchemaState, schema: ImportSchema): SchemaState {
  const { schema: before, sheets } = state;
  const seen = { ...sheets?.seen, [before.preview.currentSheet]: before };
  return { ...state, schema, sheets: sheets && { ...sheets, seen }, reading: false, error: null };
}

function atSchema(state: SchemaState, move: ImportMove): Step {
  const { schema, sheets } = state;
  switch (move.type) {
    case 'edited':
      return step({ ...state, schema: editSchema(schema, move.edit) });
    case 'sheetChosen':
      return step({ ...state, sheets: sheets && chooseSheet(sheets, move.sheet, move.include) });
    case 'sheetShown': {
      const known = sheets?.seen[move.sheet];
      if (known !== undefined) return step(shown(state, known), { do: 'stopTransfer' });
      const { upload, tableName } = schema;
      const parse = { sheet: move.sheet };
      return step({ ...state, reading: true, error: null }, { do: 'preview', upload, tableName, parse });
    }
    case 'review': {
      const { upload, tableName } = schema;
      // Another sheet has rows and columns of its own.
      const parse = move.parse?.sheet === undefined ? { ...schema.parse, ...move.parse } : move.parse;
      return step({ ...state, reading: true, error: null }, { do: 'preview', upload, tableName, parse });
    }
    case 'previewed': {
      if (sheets !== null && move.preview.currentSheet !== schema.preview.currentSheet)
        return step(shown(state, proposedSchema(schema.file, schema.upload, move.preview, move.parse)));
      const reread = rereadSchema(schema, move.preview, move.parse);
      return step({ ...state, schema: reread, reading: false, error: null });
    }
    case 'notRead':
      return step({ ...state, reading: false, error: move.error }, failure('Could not process file'));
    case 'begin': {
      if (state.reading) return step(state);
      const { importId } = move;
      const { tableName, preview } = schema;
      const run = { importId, order: null, schema, sheets, done: [], base: state.base, shared: false };
      const described =
        sheets === null
          ? [{ name: tableName, described: describeImport(schema) }]
          : describeSheets(schema, sheets);
      return step(importing(run, schema.into?.table.name ?? tableName, preview.totalRows), {
        ...{ do: 'makeBase', importId, schema, base: state.base },
        sheets: described,
      });
    }
    case 'dismiss':
      return isDecided(state) ? step({ ...state, asking: true }) : left(state, { do: 'close' });
    case 'keep':
      return step({ ...state, asking: false });
    case 'close':
      return left(state, { do: 'close' });
    default:
      return step(state);
  }
}

const isDecided = ({ schema, sheets }: SchemaState): boolean =>
  [schema, ...Object.values(sheets?.seen ?? {})].some(({ decided }) => decided);

/** A new table is called as its order says, one that is there as it is. */
const tableNameIn = ({ schema, tableName }: ImportingState, { config }: ImportOrder): string =>
  schema?.into === null ? config.tableName : tableName;

type Run = Pick<ImportingState, 'importId' | 'order' | 'schema' | 'sheets' | 'done' | 'base' | 'shared'>;

const importing = (run: Run, tableName: string, total: number): ImportingState => ({
  ...run,
  ...{ at: 'importing', tableName, total, phase: 'connecting', imported: 0, cancel: 'no' },
});

function resumed(order: ImportOrder, before: Pick<Run, 'schema' | 'sheets' | 'done'>, total: number): Step {
  const { schema, sheets, done } = before;
  const run = { importId: order.importId, order, schema, sheets, done, base: null, shared: true };
  return step(importing(run, order.config.tableName, total), { do: 'resume', order });
}

/** The next sheet of the workbook, which the server begins by itself; null after the last. */
function nextOrder({ moreSheets = [], ...order }: ImportOrder): ImportOrder | null {
  const [sheet, ...rest] = moreSheets;
  if (sheet === undefined) return null;
  const { basePublicId, csvFileUrl, timeZone, baseMadeForImport } = order;
  return {
    ...withoutUndefined({ basePublicId, csvFileUrl, timeZone, baseMadeForImport }),
    ...{ ...sheet, moreSheets: rest },
  } as ImportOrder;
}

/** One table is done with: the next sheet, or the end. */
function tableEnded(state: ImportingState, outcome: TableResult): Step {
  const { order } = state;
  const done = [...state.done, outcome];
  const next = order === null ? null : nextOrder(order);
  if (next !== null) {
    const { importId } = next;
    return step(importing({ ...state, importId, order: next, done }, next.config.tableName, 0), {
      ...{ do: 'follow', order: next },
    });
  }
  return ended(state, done);
}

const isFinished = (one: TableResult): boolean => 'result' in one;
const isClean = (one: TableResult): boolean =>
  'result' in one && one.result.rowsRejected === 0 && one.result.valuesNotConverted === 0;

/** Nothing is left to import: what came of it. */
function ended(state: ImportingState, results: readonly TableResult[]): Step {
  const [first] = results;
  if (state.order === null || !results.some(isFinished))
    return failed(state, first !== undefined && 'error' in first ? first.error : 'Import failed');
  const base = state.order.basePublicId;
  const clean = results.every(isClean);
  const done: readonly ImportEffect[] = [
    { do: 'refreshLists' },
    ...(results.every(isFinished) ? [{ do: 'toast', text: 'Import successful', error: false } as const] : []),
  ];
  return step(
    { at: 'result', results, base },
    ...done,
    ...(clean ? [{ do: 'finished', base } as const] : []),
  );
}

/** Cancelled: the tables before this one are there, and are shown. */
function cancelled(state: ImportingState): Step {
  if (!state.done.some(isFinished))
    return step(choosing, { do: 'stopFollowing' }, { do: 'refreshLists' }, { do: 'goBack' });
  const { tableName, order } = state;
  const rest = [tableName, ...(order?.moreSheets ?? []).map(({ config }) => config.tableName)];
  const { state: result, effects } = ended(state, [
    ...state.done,
    ...rest.map((name) => ({ tableName: name, error: 'Cancelled' })),
  ]);
  return step(result, { do: 'stopFollowing' }, ...effects);
}

function whileImporting(state: ImportingState, move: ImportMove): Step {
  switch (move.type) {
    case 'baseMade':
      return step(
        {
          ...state,
          base: move.base,
          order: move.order,
          done: move.left ?? [],
          tableName: tableNameIn(state, move.order),
        },
        { do: 'follow', order: move.order },
      );
    case 'heard':
      return heard(state, move.event);
    case 'failed': {
      if (kindOf(move.error) === 'unavailable' && state.order !== null)
        return interrupted(state, state.order, away);
      return tableEnded(state, { tableName: state.tableName, error: importFaultText(move.error) });
    }
    case 'dismiss':
      return step({ ...state, cancel: state.cancel === 'no' ? 'asking' : state.cancel });
    case 'askToCancel':
      return state.cancel === 'cancelling'
        ? step(state)
        : step({ ...state, cancel: move.asking ? 'asking' : 'no' });
    case 'cancel':
      return step({ ...state, cancel: 'cancelling' }, { do: 'cancel', importId: state.importId });
    case 'cancelled':
      return cancelled(state);
    case 'notCancelled': {
      const kind = kindOf(move.error);
      // Not begun yet: nothing is left to cancel but the base, which may still be on its way.
      if (kind === 'not-found')
        return step(choosing, { do: 'stopFollowing' }, ...trash(state.base), { do: 'goBack' });
      // Complete meanwhile: its end is on the way. Otherwise the import goes on.
      const said = kind === 'conflict' ? [] : [failure(importFaultText(move.error))];
      return step({ ...state, cancel: 'no' }, ...said);
    }
    default:
      return step(state);
  }
}

function heard(state: ImportingState, event: ImportEvent): Step {
  switch (event.type) {
    case 'phase':
      return step({ ...state, phase: event.phase });
    case 'records': {
      // Counts are totals: a stream taken up again tells the newest once more.
      const imported = Math.max(state.imported, event.totalRecordsImported);
      return step({ ...state, imported, total: event.totalRows ?? state.total });
    }
    case 'table_complete':
      return step({ ...state, imported: event.recordsImported });
    case 'finished':
      return state.order === null
        ? step(state)
        : tableEnded(state, { tableName: state.tableName, result: event });
    case 'cancelled':
      return cancelled(state);
    case 'error':
      return event.interrupted === true && state.order !== null
        ? interrupted(state, state.order, stopped)
        : tableEnded(state, { tableName: state.tableName, error: importErrorText(event.message) });
    default:
      return step(state);
  }
}

/** It stands still with nothing kept: home offers it too, should the wizard be left. */
const interrupted = (
  { schema, sheets, done, total }: ImportingState,
  order: ImportOrder,
  interruption: Interruption,
): Step =>
  step(
    { at: 'interrupted', order, schema, sheets, done, total, interruption, removing: false },
    { do: 'refreshLists' },
  );

/** Back to the schema with the reason; a resumed import has none to go back to. */
const failed = ({ schema, sheets, base }: ImportingState, error: string): Step =>
  schema === null
    ? step(choosing, failure(error), { do: 'refreshLists' }, { do: 'goBack' })
    : step({ at: 'schema', schema, sheets, base, reading: false, error, asking: false });

function whileInterrupted(state: InterruptedState, move: ImportMove): Step {
  const { order, total } = state;
  if ('importId' in move && move.importId !== order.importId) return step(state);
  switch (move.type) {
    case 'dismiss':
    case 'close':
      return left(state, { do: 'close' });
    case 'resume':
      return state.removing ? step(state) : resumed(order, state, total);
    case 'remove':
      return state.removing
        ? step(state)
        : step({ ...state, removing: true }, { do: 'remove', importId: order.importId });
    case 'removed':
      return step(choosing, { do: 'goBack' });
    case 'notRemoved': {
      // It never reached the server: the base is all there is.
      if (kindOf(move.error) === 'not-found')
        return step(choosing, { do: 'trashBase', base: order.basePublicId }, { do: 'goBack' });
      const interruption = { ...away, why: importFaultText(move.error) };
      return step({ ...state, removing: false, interruption });
    }
    default:
      return step(state);
  }
}
