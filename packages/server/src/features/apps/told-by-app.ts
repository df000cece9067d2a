import { appOf, sentAt, type ToldByApp, toldField, toldOfPerson } from '@weft/apps';
import type { Table } from '@weft/core';
import { AppError } from '@weft/std';
import type { Caller } from '../../http/caller.ts';
import { readApp } from './app-drafts.ts';
import { requireBase, tablesOf } from './app-source.ts';
import type { AppsDeps } from './deps.ts';

async function sourceTables(
  deps: AppsDeps,
  flowId: string,
  baseId: string,
  reader: Caller | null,
): Promise<readonly Table[]> {
  const place = await deps.flows.placeOf(flowId);
  if (place === null) return [];
  if (reader === null) {
    const base = await deps.flows.placeOf(baseId);
    if (base?.organizationId !== place.organizationId) return [];
    return tablesOf(deps, { id: baseId, locked: false });
  }
  try {
    const base = await requireBase({ deps, caller: reader }, place.organizationId, baseId, 'open');
    return await tablesOf(deps, base);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Who edits an app need not be able to open its database. Where its records go, and what went, is not theirs then.
    throw new AppError(
      'forbidden',
      'Integrations of an app hand on what its database holds: ask for access to the database first',
    );
  }
}

/** What the draft of an app hands on to integrations; null: the flow is no app. Forbidden to who may not open its database. */
export async function toldByApp(
  deps: AppsDeps,
  flowId: string,
  reader: Caller | null,
): Promise<ToldByApp | null> {
  const draft = await deps.documents.draft(flowId);
  if (draft?.content.kind !== 'app') return null;
  const { source, users } = appOf(readApp(draft.content));
  const tables = source === null ? [] : await sourceTables(deps, flowId, source.baseId, reader);
  const people = tables.find(({ id }) => id === users?.tableId);
  const named = [users?.emailFieldId, users?.nameFieldId].filter((id) => id !== undefined);
  return {
    tables: tables.map(({ id, name, fields }) => ({ id, name, fields: fields.map(toldField) })),
    common: [sentAt, ...(people === undefined ? [] : toldOfPerson(people, named))],
  };
}
