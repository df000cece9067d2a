import { can, checkFilter, type Field, type Filter, flowRole, type Table } from '@weft/core';
import type { BaseStore, Flow } from '@weft/db';
import type { Content } from '@weft/documents';
import { isPickable, listPickersOf, pickersOf, questionsOf, type RecordSource } from '@weft/forms';
import { AppError, err, ok, type Result } from '@weft/std';
import type { FormsContext, FormsDeps } from '../deps.ts';

/** A table that a picker takes records from, with the fields that it shows. */
export interface OpenSource {
  readonly store: BaseStore;
  readonly table: Table;
  readonly fields: readonly Field[];
  readonly filter: Filter | null;
}

type Deps = Pick<FormsDeps, 'base' | 'flows'>;

/** Relative dates are right at any moment. */
const env = { timeZone: 'UTC', locale: 'en-US', now: '2000-01-01T00:00:00.000Z' };

/** The table as it is now, with what was chosen of it; else why records cannot be taken from it. */
async function tableOf({ base }: Deps, source: RecordSource): Promise<Result<OpenSource>> {
  const store = base(source.base);
  const { tables } = (await store.metadata()).metadata;
  const table = tables.find(({ id }) => id === source.table.id);
  if (table === undefined) return err('its table was deleted');
  const fields = source.fields.flatMap(({ id }) => table.fields.find((field) => field.id === id) ?? []);
  if (fields.length < source.fields.length) return err('a field that it shows was deleted');
  if (fields.length === 0) return err('it shows no field');
  if (!fields.every(isPickable)) return err('a field that it shows holds no text any more');
  // A condition that says nothing by now would offer more than its author meant to.
  if (source.filter !== null && !checkFilter(source.filter, table, env).ok)
    return err('a condition of it does not fit the table any more');
  return ok({ store, table, fields, filter: source.filter });
}

/** The source of a published picker; else why there is none. It lies in the organization of its form. */
export async function openSource(
  deps: Deps,
  { organizationId, ownerUserId }: { readonly organizationId: string; readonly ownerUserId: string },
  source: RecordSource,
): Promise<Result<OpenSource>> {
  const [found] = await deps.flows.findAll([source.base], ownerUserId);
  if (found?.flow.type !== 'base' || found.flow.organizationId !== organizationId)
    return err('its database is gone');
  return found.flow.trashedAt === null ? tableOf(deps, source) : err('its database is in the trash');
}

/** Refuses to publish pickers of what whoever publishes may not read themselves. */
export async function requireSources(
  { deps, caller }: Pick<FormsContext, 'deps' | 'caller'>,
  flow: Pick<Flow, 'id' | 'organizationId' | 'workspaceId'>,
  content: Content,
): Promise<void> {
  for (const { question, list } of listPickersOf(questionsOf(content))) {
    const why = await deps.serviceLists().whyNot(caller, flow, list);
    if (why !== null) throw new AppError('invalid', `‘${question.label.trim()}’: ${why}`);
  }
  for (const { question, source } of pickersOf(questionsOf(content))) {
    const [found] = await deps.flows.findAll([source.base], caller.userId);
    const refused = (why: string) => new AppError('invalid', `‘${question.label.trim()}’: ${why}`);
    if (found?.flow.type !== 'base' || found.flow.organizationId !== flow.organizationId)
      throw refused('you may not read the database that it takes records from, or it is gone');
    const { type, trashedAt } = found.flow;
    const facts = { type, trashed: trashedAt !== null };
    if (!can(flowRole(found.standing), 'open', facts).ok)
      throw refused('you may not read the database that it takes records from, or it is gone');
    if (facts.trashed) throw refused('its database is in the trash');
    const opened = await tableOf(deps, source);
    if (!opened.ok) throw refused(opened.error);
  }
}
