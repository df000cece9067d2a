import type { Table } from '@weft/core';
import type { Content, Json } from '@weft/documents';
import { err, type IdKind, ok, type Result } from '@weft/std';
import { appFaults, faultsOfChange } from './app-faults.ts';
import { type SchemaAddition, tablesWith } from './schema-additions.ts';
import { type Done, type Given, isObject, shown, Workshop } from './workshop.ts';

/** Operations of one proposal. */
export const maxOperations = 100;

/** What operations come to: nothing is changed before somebody accepts it. */
export interface Proposed {
  readonly content: Content;
  /** In the order in which they are made. */
  readonly additions: readonly SchemaAddition[];
}

/** Which operation does not pass, counted from 1, and why. */
export interface Refused {
  readonly at: number;
  readonly reason: string;
}

/** THE list of operations: what a proposal can do. None deletes a table, a field or a record (SPEC O3). */
const operations = {
  setApp: (shop, given) => shop.setApp(given),
  setUsers: (shop, given) => shop.setUsers(given),
  addTable: (shop, given) => shop.addTable(given),
  addField: (shop, given) => shop.addField(given),
  addPage: (shop, given) => shop.addPage(given),
  changePage: (shop, given) => shop.changePage(given),
  removePage: (shop, given) => shop.removePage(given),
  addBlock: (shop, given) => shop.addBlock(given),
  changeBlock: (shop, given) => shop.changeBlock(given),
  moveBlock: (shop, given) => shop.moveBlock(given),
  removeBlock: (shop, given) => shop.removeBlock(given),
  addRule: (shop, given) => shop.addRule(given),
  changeRule: (shop, given) => shop.changeRule(given),
  removeRule: (shop, given) => shop.removeRule(given),
} as const satisfies { readonly [name: string]: (shop: Workshop, given: Given) => Done };

export const operationNames = Object.keys(operations) as readonly (keyof typeof operations)[];

/** Waits while others have their turn. */
type Pause = () => Promise<unknown>;

/**
 * What operations make of an app, each checked against what those before it made (SPEC O1): all of them, or the first that
 * does not pass, with its reason. An operation is judged by the blocks that it touched, and the whole once at the end.
 */
async function applyOperations(
  content: Content,
  tables: readonly Table[],
  given: readonly Json[],
  newId: (kind: IdKind) => string,
  pause: Pause,
): Promise<Result<Proposed, Refused>> {
  if (given.length > maxOperations)
    return err({ at: maxOperations + 1, reason: `A proposal has at most ${maxOperations} operations` });
  const shop = new Workshop(content, tables, newId);
  for (const [at, operation] of given.entries()) {
    const refused = (reason: string) => err({ at: at + 1, reason });
    if (!isObject(operation)) return refused('Not an operation');
    const { op, ...rest } = operation;
    if (typeof op !== 'string' || !Object.hasOwn(operations, op))
      return refused(`There is no operation ‘${shown(op)}’: there are ${operationNames.join(', ')}`);
    const result = operations[op as keyof typeof operations](shop, rest);
    if (!result.ok) return refused(result.error);
    const [fault] = faultsOfChange(shop.content, shop.touched());
    if (fault !== undefined) return refused(`${fault.path}: ${fault.reason}`);
    await pause();
  }
  const [fault] = appFaults(shop.content);
  if (fault !== undefined) return err({ at: given.length, reason: `${fault.path}: ${fault.reason}` });
  return ok({ content: shop.content, additions: shop.additions });
}

/** An app and its tables as a proposal would make them. */
export interface ProposedApp extends Proposed {
  readonly tables: readonly Table[];
}

/** Characters of an id that tell one proposal from another: those that were made at random, and some before. */
const ownDigits = (id: string): string => id.slice(-16);

/** Ids that are the same whenever one proposal is looked at or applied: what was begun is gone on with. */
export function idsOfProposal(turnId: string): (kind: IdKind) => string {
  let made = 0;
  return (kind) => `${kind}${(made++).toString(36).padStart(5, '0')}${ownDigits(turnId)}`;
}

/**
 * What a proposal makes of an app and its tables, whether it is looked at or applied (SPEC O4). Tables and fields of it may
 * be there already, where applying it was broken off.
 */
export async function proposedApp(
  content: Content,
  tables: readonly Table[],
  { id, operations }: { readonly id: string; readonly operations: readonly Json[] },
  pause: Pause,
): Promise<Result<ProposedApp, Refused>> {
  const isOthers = (one: { readonly id: string }) => ownDigits(one.id) !== ownDigits(id);
  const others = tables
    .filter(isOthers)
    .map((table) => ({ ...table, fields: table.fields.filter(isOthers) }));
  const proposed = await applyOperations(content, others, operations, idsOfProposal(id), pause);
  if (!proposed.ok) return proposed;
  return ok({ ...proposed.value, tables: tablesWith(others, proposed.value.additions) });
}
