import {
  type AppAction,
  type AppBlock,
  actionOf,
  type Binding,
  boundValue,
  inputOf,
  tableOf as tableOfBlock,
} from '@weft/apps';
import {
  type Attachment,
  attachmentPath,
  type CellValue,
  type Field,
  formUser,
  type Table,
} from '@weft/core';
import type { AlongsideAction } from '@weft/db';
import { AppError, isId, must } from '@weft/std';
import { withParams } from '../addresses.ts';
import type { AppPagesDeps } from '../deps.ts';
import { appKindOf } from '../fields/app-field-kinds.ts';
import type { OpenApp } from '../open-app.ts';
import { hrefOfAction } from '../pages/block-views.ts';
import { laneKeys, movedField } from '../pages/board-views.ts';
import { holdsSeveral, untouched } from '../pages/controls.ts';
import { askedNow, isEmpty, missingIn } from '../pages/form-answers.ts';
import { bindingContext, type PageContext, queryOfBlock } from '../pages/page-context.ts';
import { names } from '../pages/page-state.ts';
import { askedFields, changedRow } from '../pages/record-views.ts';
import { isUntouched, markName, merged, shownMark } from '../pages/shown-marks.ts';
import type { BlockQuery } from '../records/block-query.ts';
import { readInput } from '../records/cell-input.ts';
import { readerOf } from '../records/shown-rows.ts';
import { type NewValues, readableFields, tableOf } from '../records/sight.ts';
import { createRow, deleteRow, fitting, updateRow, type Writing } from '../records/write-rows.ts';
import { RunWithForm, runPressed } from './run-integration.ts';
import { sendAppMail, type WrittenRow } from './send-app-mail.ts';

/** What a page sent: texts by the names of its inputs. */
export type Sent = ReadonlyMap<string, readonly string[]>;

/** What became of it: where it leads, or what is wrong with it by field (of all of it under ''). */
export type Outcome =
  | { readonly leadsTo: string; readonly written?: WrittenRow }
  | { readonly faults: ReadonlyMap<string, string>; readonly status: number };

type Deps = Pick<
  AppPagesDeps,
  | 'newId'
  | 'files'
  | 'mailer'
  | 'transaction'
  | 'now'
  | 'baseUrl'
  | 'formerPeople'
  | 'integrations'
  | 'placeOf'
  | 'queueKeyOf'
  | 'signInKeys'
  | 'wake'
>;

/** What somebody writes is theirs in the history of the database, under the id of their record; of a visitor, nobody's. */
async function writingOf({ newId, formerPeople }: Deps, { sight }: PageContext): Promise<Writing> {
  const { user } = sight.visitor;
  if (user === null) return { actor: formUser, newId };
  await formerPeople.noteUser(sight.store.baseId, user.recordId, user.name || user.email);
  return { actor: user.recordId, newId };
}

/** The values that an author fills in; throws where one of them has none: half of what was meant is not done. */
function authored(context: PageContext, table: Table, values: unknown): NewValues {
  const bound = Object.entries((values ?? {}) as { readonly [fieldId: string]: Binding });
  return new Map(
    bound.map(([fieldId, binding]) => {
      const field = table.fields.find(({ id }) => id === fieldId);
      const value = boundValue(binding, bindingContext(context));
      if (field === undefined || value === null)
        throw new AppError('conflict', 'Something that this would fill in is not there');
      return [fieldId, fitting(context.sight, field, value)] as const;
    }),
  );
}

/** A file as a cell holds it. */
const itemOf = (file: Awaited<ReturnType<Deps['files']['attachmentsOf']>>[number]): Attachment => {
  const named = { filename: file.id, originalName: file.name };
  return {
    ...named,
    size: file.size,
    mimeType: file.mimeType,
    url: attachmentPath(named),
    uploadedAt: file.createdAt,
  };
};

/** The files that a form names: those that the cell had and its reader saw, and those that came with it. */
async function filesOf(
  { files }: Deps,
  baseId: string,
  ids: readonly string[],
  kept: CellValue,
  fresh: ReadonlySet<string>,
): Promise<CellValue> {
  const had = (Array.isArray(kept) ? kept : []) as readonly Attachment[];
  const known = had.filter(({ filename }) => ids.includes(filename));
  const came = ids.filter((id) => isId('fil', id) && fresh.has(id));
  const found = came.length === 0 ? [] : await files.sentToForm(baseId, came);
  const all = [...known, ...found.map(itemOf)];
  return all.length === 0 ? null : all;
}

/** The ids of all files in these values. */
const filesIn = (values: NewValues): readonly string[] =>
  [...values.values()].flatMap((value) =>
    Array.isArray(value) ? (value as readonly unknown[]).flatMap((one) => fileIdOf(one) ?? []) : [],
  );
const fileIdOf = (item: unknown): string | null =>
  typeof item === 'object' && item !== null && 'filename' in item ? String(item.filename) : null;

/** The fields of a form that whoever sends it may fill in with files; none where it is not for them. */
export function fileFields(context: PageContext, block: AppBlock): ReadonlySet<string> {
  const query = block.type.takes === true ? queryOfBlock(context, block) : null;
  const table = query && tableOf(context.sight, query.tableId);
  const fields = table === null ? [] : askedFields(context, block, table);
  return new Set(fields.flatMap((field) => (appKindOf(field).control === 'files' ? [field.id] : [])));
}

async function takeForm(
  deps: Deps,
  context: PageContext,
  block: AppBlock,
  sent: Sent,
  fresh: ReadonlySet<string>,
  run: RunWithForm | null,
): Promise<Outcome> {
  const query = queryOfBlock(context, block);
  const table = query && tableOf(context.sight, query.tableId);
  const row = query && (await changedRow(context, block, query));
  if (query === null || table === null || row === undefined)
    throw new AppError('not-found', 'This record is not there any more, or not for you');
  const asked = askedFields(context, block, table);
  if (asked.length === 0) throw new AppError('forbidden', 'You may not do this here');
  const faults = new Map<string, string>();
  const filledIn = new Map<string, CellValue>();
  const env = { ...context.sight.visitor.env, now: readerOf(context.sight).now };
  const cellOf = ({ id }: Field) => row?.cells.find((cell) => cell.field.id === id);
  const beforeOf = (field: Field) => cellOf(field)?.value ?? null;
  const kept = new Set<string>();
  for (const field of asked) {
    const given = sent.get(field.id) ?? [];
    const before = beforeOf(field);
    const mark = sent.get(markName(field.id))?.[0] ?? shownMark(context.sight, field, before);
    // What was not touched is not written: others may have changed it meanwhile.
    if (row !== null && isUntouched(field, mark, given)) {
      filledIn.set(field.id, before);
      kept.add(field.id);
      continue;
    }
    const isShared = row !== null && holdsSeveral(field);
    const texts = isShared ? merged(mark, given, untouched(context.sight, field, before)) : given;
    if (appKindOf(field).control === 'files') {
      filledIn.set(field.id, await filesOf(deps, context.sight.store.baseId, texts, before, fresh));
      continue;
    }
    const read = readInput(field, texts, env);
    filledIn.set(field.id, read.ok ? read.value : null);
    if (!read.ok) faults.set(field.id, read.error);
  }
  const values = new Map<string, CellValue>();
  const now = askedNow(context, block, table, { fields: asked, row, values: filledIn });
  for (const field of asked) {
    const value = filledIn.get(field.id) ?? null;
    // What is not asked for by now is as if nobody had filled it in.
    if (!now.has(field.id)) faults.delete(field.id);
    else if (isEmpty(value) && !faults.has(field.id) && inputOf(block, field.id).required) {
      // A text that does not fit its field is in it all the same.
      if (!kept.has(field.id) || (cellOf(field)?.raw ?? null) === null)
        faults.set(field.id, missingIn(field));
    } else if (!kept.has(field.id) && JSON.stringify(value) !== JSON.stringify(beforeOf(field)))
      values.set(field.id, value);
  }
  if (faults.size > 0) return { faults, status: 400 };
  // Of what the author fills in they know nothing.
  const own = new Map(values);
  const runs = await run?.with(new Map(values));
  const claimed = filesIn(values).filter((id) => fresh.has(id));
  const alongside: AlongsideAction = async (tx, changes) => {
    if (!(await deps.files.claimForAnswer(tx, context.sight.store.baseId, claimed)))
      throw new AppError('conflict', 'A file is not there any more: choose it again');
    await runs?.(tx, changes);
  };
  for (const [fieldId, value] of authored(context, table, block.settings.presets)) values.set(fieldId, value);
  const sending = sendingOf(deps, context, block, sent);
  const writing = { ...(await writingOf(deps, context)), alongside, sending };
  let recordId = row?.id ?? null;
  try {
    if (row === null) recordId = await createRow(context.sight, writing, table.id, values);
    else if (values.size > 0) await updateRow(context.sight, writing, query, must(row?.id), values);
  } catch (error) {
    await run?.undo();
    throw error;
  }
  await run?.written(must(recordId));
  return { leadsTo: after(context, block, recordId), written: { table, recordId: must(recordId), own } };
}

/** Where a form leads when it was sent: where its author says, or to what is said on its page. */
function after(context: PageContext, block: AppBlock, recordId: string | null): string {
  const action = actionOf(block);
  const { at, app } = context;
  if (action?.name === 'openPage') {
    const next = app.pages.find(({ id }) => id === action.settings.page);
    const isOfIt = next?.table != null && next.table === tableOfBlock(app, block);
    if (next !== undefined) return at.page(next.slug, isOfIt ? recordId : null);
  }
  if (action?.name === 'openLink') {
    const leads = hrefOfAction(context, block);
    if (leads != null) return leads.href;
  }
  return doneAt(context, block);
}

/** The page as it was before something was chosen on it, with what is said of a block that did what it is for. */
function doneAt({ at, page, record }: PageContext, block: AppBlock): string {
  const address = at.page(page.slug, record?.id);
  return `${address}${address.includes('?') ? '&' : '?'}done=${block.id}`;
}

/** The id that a page gave to one press of a button or form: pressed twice before the page came back, it is the same. */
const pressOf = ({ newId }: Deps, sent: Sent): string => {
  const given = sent.get('press')?.[0] ?? '';
  return /^[0-9a-f-]{36}$/.test(given) ? given : newId('act');
};

/** A page that is gone back to is sent again with other words: that is another sending. */
const sendingOf = (deps: Deps, { sight }: PageContext, block: AppBlock, sent: Sent): readonly string[] => [
  sight.store.baseId,
  block.id,
  sight.visitor.user?.recordId ?? '',
  pressOf(deps, sent),
  JSON.stringify([...sent]),
];

/** The record of the page, as everything that acts on it finds it. */
function ofPage(context: PageContext): {
  readonly query: BlockQuery;
  readonly recordId: string;
  readonly table: Table;
} {
  const { page, record, sight } = context;
  const table = page.table === null ? null : tableOf(sight, page.table);
  if (table === null || record === null)
    throw new AppError('not-found', 'This record is not there any more, or not for you');
  const fieldIds = readableFields(sight, table).map(({ id }) => id);
  return { query: { tableId: table.id, filter: undefined, fieldIds, sort: [] }, recordId: record.id, table };
}

/** Does what an action is for; where it leads, or null: nowhere. `sending` tells one press from another. */
async function press(
  deps: Deps,
  sender: { readonly flowId: string; readonly network: string },
  context: PageContext,
  action: AppAction,
  sending: readonly string[],
  written?: WrittenRow,
): Promise<string | null> {
  const { sight, at, app } = context;
  const writing = { ...(await writingOf(deps, context)), sending };
  if (action.name === 'createRecord') {
    const table = tableOf(sight, String(action.settings.table));
    if (table === null) throw new AppError('not-found', 'The table is gone');
    await createRow(sight, writing, table.id, authored(context, table, action.settings.values));
    return null;
  }
  if (action.name === 'sendMail') {
    await sendAppMail(deps, { ...sender, sending }, context, action.settings, written);
    return null;
  }
  const { query, recordId, table } = ofPage(context);
  if (action.name === 'updateRecord') {
    await updateRow(sight, writing, query, recordId, authored(context, table, action.settings.values));
    return null;
  }
  if (action.name !== 'deleteRecord') throw new AppError('not-found', 'This cannot be done here');
  await deleteRow(sight, writing, query, recordId);
  const next = app.pages.find(({ id }) => id === action.settings.page);
  if (next !== undefined) return at.page(next.slug);
  const list = [...app.blocks.values()].find((block) => block.settings.opens === context.page.id);
  const page = app.pages.find(({ id }) => id === list?.page);
  return page === undefined ? at.home : at.page(page.slug);
}

/** Moves a card of a board to another lane, or out of all. */
async function moveCard(deps: Deps, context: PageContext, block: AppBlock, sent: Sent): Promise<void> {
  const query = queryOfBlock(context, block);
  const field = movedField(context, block);
  const [card = '', lane] = [sent.get('card')?.[0], sent.get('lane')?.[0]];
  if (query === null || field === null || !isId('rec', card))
    throw new AppError('not-found', 'This card is not there any more, or not for you');
  if (lane === undefined || (lane !== '' && !laneKeys(field).includes(lane)))
    throw new AppError('conflict', 'This column is gone: look at the board again');
  const values = new Map([[field.id, lane === '' ? null : lane]]);
  await updateRow(context.sight, await writingOf(deps, context), query, card, values);
}

/** Blocks and actions that change records. */
const writing: ReadonlySet<string> = new Set(['kanban', 'createRecord', 'updateRecord', 'deleteRecord']);

/** What was sent, the files that came with it, and from which network. */
interface SentBy {
  readonly sent: Sent;
  readonly fresh: ReadonlySet<string>;
  readonly network: string;
}

/** Does what a block is for, for whoever sent its form or pressed it. */
export async function doBlock(
  deps: Deps,
  open: OpenApp,
  { context, block }: { readonly context: PageContext; readonly block: AppBlock },
  { sent, fresh, network }: SentBy,
): Promise<Outcome> {
  const sender = { flowId: open.flowId, network };
  const sending = [...sendingOf(deps, context, block, sent), 'action'];
  try {
    const pressed = actionOf(block)?.name ?? '';
    if (
      open.source?.isLocked === true &&
      (block.type.takes === true || writing.has(block.name) || writing.has(pressed))
    )
      throw new AppError('conflict', 'The records of this app are locked: nothing can be changed now');
    if (block.type.takes === true) {
      const then = actionOf(block);
      const run =
        then?.name === 'runIntegration' ? await RunWithForm.begin(deps, open, context, block, then) : null;
      const done = await takeForm(deps, context, block, sent, fresh, run);
      if ('leadsTo' in done && then !== null && (then.name === 'sendMail' || then.name === 'createRecord'))
        await press(deps, sender, context, then, sending, done.written);
      return done;
    }
    if (block.name === 'kanban') {
      await moveCard(deps, context, block, sent);
      return { leadsTo: context.address };
    }
    const action = actionOf(block);
    if (action === null || action.type.byServer !== true)
      throw new AppError('not-found', 'Nothing is done here');
    if (action.name === 'runIntegration') {
      await runPressed(deps, open, context, { block, action, press: pressOf(deps, sent) });
      return { leadsTo: doneAt(context, block) };
    }
    const leadsTo = await press(deps, sender, context, action, sending);
    return { leadsTo: leadsTo ?? withParams(context.address, { [names.done]: block.id }) };
  } catch (error) {
    if (
      !(error instanceof AppError) ||
      !['invalid', 'forbidden', 'conflict', 'not-found', 'rate-limit', 'limit', 'unavailable'].includes(
        error.kind,
      )
    )
      throw error;
    const status =
      { invalid: 400, forbidden: 403, conflict: 409, 'not-found': 404, unavailable: 503 }[
        error.kind as string
      ] ?? 429;
    const faults = new Map(
      (error.details ?? []).map(({ path, reason }) => [path.replace(/^data\./, ''), reason]),
    );
    return { status, faults: faults.size > 0 ? faults : new Map([['', `${error.message}.`]]) };
  }
}
