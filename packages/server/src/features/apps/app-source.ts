import { appOf } from '@weft/apps';
import { can, type FlowVerb, flowRole, type Table } from '@weft/core';
import type { Flow } from '@weft/db';
import type { Content } from '@weft/documents';
import { AppError } from '@weft/std';
import { asMirrored } from '../bases/mirrored-metadata.ts';
import { roleOf } from '../flows/flow-policy.ts';
import type { AppsContext } from './deps.ts';

type Context = Pick<AppsContext, 'deps' | 'caller'>;

const unknownBase = 'You may not open the database that this app shows, or it is gone';

/**
 * A database of the app's organization, when the caller may do so with it. `byApp`: it is written as apps write, which of
 * one that shows a service is the service.
 */
export async function requireBase(
  { deps, caller }: Context,
  organizationId: string,
  baseId: string,
  verb: Extract<FlowVerb, 'open' | 'edit'>,
  { byApp = false } = {},
): Promise<Flow> {
  const found = await deps.flows.find(baseId, caller.userId);
  if (found?.flow.type !== 'base' || found.flow.organizationId !== organizationId)
    throw new AppError('not-found', unknownBase);
  const { type, trashedAt, locked } = found.flow;
  const role = roleOf(caller, organizationId, found.standing);
  if (role === null || flowRole(found.standing) === null) throw new AppError('not-found', unknownBase);
  if (trashedAt !== null) throw new AppError('conflict', 'The database that this app shows is in the trash');
  const closed = verb === 'edit' && locked;
  const mirror = closed ? await deps.mirrors.of(baseId) : null;
  if (mirror !== null && !byApp)
    throw new AppError(
      'conflict',
      'The database of this app shows what a service holds: tables and fields are added there',
    );
  const may = can(role, verb, { type, trashed: false, locked: closed && mirror === null });
  if (!may.ok) throw new AppError('forbidden', `The database that this app shows: ${may.error.message}`);
  return found.flow;
}

/** Refuses a database that the caller may not open, where an edit chooses another. */
export async function requireChosenSource(
  context: Context,
  { organizationId }: Pick<Flow, 'organizationId'>,
  before: Content | null,
  after: Content,
): Promise<void> {
  const { source } = appOf(after);
  if (source === null || (before !== null && appOf(before).source?.baseId === source.baseId)) return;
  await requireBase(context, organizationId, source.baseId, 'open');
}

/**
 * The tables that an app shows, for whoever publishes it: what it makes public they may read, and what its rules let
 * people change they may change themselves.
 */
export async function tablesToPublish(
  context: Context,
  { organizationId }: Pick<Flow, 'organizationId'>,
  content: Content,
): Promise<readonly Table[]> {
  const { source, rules } = appOf(content);
  if (source === null) return [];
  const writes = rules.some(({ can: actions }) => actions.some((action) => action !== 'read'));
  const base = await requireBase(context, organizationId, source.baseId, writes ? 'edit' : 'open', {
    byApp: true,
  });
  return tablesOf(context.deps, base);
}

/** The tables of a database, with what a service alone fills in marked so. */
export async function tablesOf(
  { base, mirrors }: Pick<AppsContext['deps'], 'base' | 'mirrors'>,
  { id, locked }: Pick<Flow, 'id' | 'locked'>,
): Promise<readonly Table[]> {
  const [{ metadata }, mirror] = await Promise.all([base(id).metadata(), locked ? mirrors.of(id) : null]);
  return (mirror === null ? metadata : asMirrored(metadata, mirror)).tables;
}
