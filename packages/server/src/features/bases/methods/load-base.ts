import {
  type FindShownField,
  type FlowRole,
  type FlowVerb,
  findShownField,
  flowNotFound,
  hasBase,
  type Table,
} from '@weft/core';
import type { BaseStore, Flow, Submitted } from '@weft/db';
import type { Action } from '@weft/history';
import { type ActionBody, type ActionCallName, actionOf } from '@weft/protocol';
import { AppError, notFound } from '@weft/std';
import type { Caller } from '../../../http/caller.ts';
import { requireCanDo } from '../../flows/flow-policy.ts';
import type { BasesContext, BasesDeps } from '../deps.ts';
import { withKnownFiles } from '../known-files.ts';
import { requireNoFormFields } from './form-fields.ts';

export interface LoadedBase {
  readonly store: BaseStore;
  readonly flow: Flow;
  readonly role: FlowRole;
}

/** The base, when `can` lets the caller do so with it; guards every call about a base. */
export async function loadBase(
  { deps, caller }: { readonly deps: Pick<BasesDeps, 'flowAccess' | 'base'>; readonly caller: Caller },
  baseId: string,
  verb: FlowVerb,
): Promise<LoadedBase> {
  const found = await deps.flowAccess.of(baseId, caller.userId);
  if (found === null || !hasBase(found.flow.type)) throw notFound(flowNotFound);
  const role = requireCanDo(caller, verb, found);
  // While it is locked everybody reads.
  return { store: deps.base(baseId), flow: found.flow, role: found.flow.locked ? 'read' : role };
}

/** The table as it stands now, and what is seen through its links and lookups; absent and deleted are the same. */
export async function loadLinkedTable(
  store: BaseStore,
  tableId: string,
): Promise<{ readonly table: Table; readonly shownField: FindShownField }> {
  const { metadata } = await store.metadata();
  const table = metadata.tables.find((candidate) => candidate.id === tableId);
  if (table === undefined) throw notFound(`Table with id ${tableId} not found`);
  return { table, shownField: findShownField(metadata) };
}

/** The table as it stands now; absent and deleted are the same. */
export const loadTable = async (store: BaseStore, tableId: string): Promise<Table> =>
  (await loadLinkedTable(store, tableId)).table;

/**
 * Unwraps what an action created or changed, as read afterwards; throws not-found where it is gone: a colleague deleted
 * it meanwhile, or the action is a repeated one.
 */
export function orNotFound<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw notFound(`${name} not found`);
  return value;
}

interface ActionIds {
  readonly actionId?: string | undefined;
  readonly groupId?: string | undefined;
}

/**
 * Submits the action of a call for the caller; a repeated actionId changes nothing. `body`: what the call says, with all
 * that the caller may leave out.
 */
export async function submitAction<K extends ActionCallName>(
  context: BasesContext,
  base: LoadedBase,
  ids: ActionIds,
  call: K,
  body: ActionBody<K>,
): Promise<Submitted> {
  const known = await withKnownFiles(context.deps.files, base.flow.id, body);
  const { type, input } = actionOf(call, known);
  requireNoFormFields(base.flow, { type, input } as Action);
  const id = ids.actionId ?? context.deps.newId('act');
  const group = ids.groupId === undefined ? {} : { groupId: ids.groupId };
  const action = { id, type, input, ...group } as Action;
  const submitted = await base.store.submit(context.caller.userId, action);
  if (submitted.repeated && submitted.entry.type !== type)
    throw new AppError('conflict', 'This actionId was used for something else before');
  if (!submitted.repeated) context.deps.metrics.edited(type);
  return submitted;
}
