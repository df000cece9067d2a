import { type CellValue, isLinkField } from '@weft/core';
import { type BaseLoad, CopyWriter } from '@weft/db';
import type { NewFlow } from '../../database.ts';
import type { Caller } from '../../http/caller.ts';
import { requireMayMake } from '../flows/duplicate-flow.ts';
import { requirePlace } from '../flows/load-flow.ts';
import type { TableContent } from './base-content.ts';
import type { CreationDeps } from './deps.ts';

interface WantedBase {
  readonly name: string;
  readonly workspaceId: string | null;
  readonly actionId: string | null;
  readonly content: () => readonly TableContent[];
}

/** Who makes a base, and from where; null: it is not known. */
interface BaseMaker {
  readonly caller: Caller;
  readonly ip: string | null;
}

/** Makes a base with everything in it for whoever asks, where they may: its id. */
export async function makeBase(
  deps: CreationDeps,
  { caller, ip }: BaseMaker,
  { name, workspaceId, actionId, content }: WantedBase,
): Promise<string> {
  requireMayMake(caller, 'base');
  const place = workspaceId === null ? null : await requirePlace(deps, caller, workspaceId);
  const { organizationId, userId: ownerUserId } = caller;
  const id = deps.newId('bas');
  const release = await deps.concurrency.takeEverywhere('base', caller);
  try {
    const flow = { id, organizationId, ownerUserId, workspaceId: place?.id ?? null, name, actionId };
    await loadWhole(deps, flow, content());
  } finally {
    release();
  }
  const details = { flowId: id, type: 'base', name };
  await deps.audit.add({ organizationId, userId: ownerUserId, ip, action: 'flow.made', details });
  return id;
}

/** Nobody sees the base before it is whole, and nothing is left where that fails. */
async function loadWhole(
  { loadBase, showLoaded }: CreationDeps,
  flow: NewFlow & { readonly id: string },
  content: readonly TableContent[],
): Promise<void> {
  const tables = content.map(({ table }) => table);
  const load = await loadBase(tables, flow.id, flow.ownerUserId);
  try {
    for (const one of content) await fill(load, one);
    await showLoaded(load, { ...flow, type: 'base' }, async () => {});
  } catch (error) {
    await load.discard();
    throw error;
  }
}

const linked = (value: CellValue | undefined): readonly string[] => (value ?? []) as readonly string[];

async function fill(load: BaseLoad, { table, records }: TableContent): Promise<void> {
  const plan = load.planOf(table.id);
  const writer = new CopyWriter(plan);
  for (const { id, cells } of records)
    writer.add(
      id,
      table.fields.map((field) => cells.get(field.id) ?? null),
      null,
    );
  if (writer.count > 0) await load.append(plan, writer.take());
  for (const field of table.fields.filter(isLinkField)) {
    const relation = load.relationOf(table.id, field.id);
    if (relation === null) continue;
    const pairs = records.flatMap(({ id, cells }) =>
      linked(cells.get(field.id)).map((to) => ({ from: id, to })),
    );
    await load.link(relation, pairs);
  }
}
