import { holdsLinkNames } from '@weft/core';
import type { RunScan } from '@weft/db';
import type { CallInput } from '@weft/protocol';
import { AppError } from '@weft/std';
import type { BasesContext } from '../deps.ts';
import { isLinkShape, linkTarget, type TextLinks, unlinkedNames } from './link-names.ts';
import { type LoadedBase, loadTable } from './load-base.ts';

type Sent = Pick<
  CallInput<'fields.convert'>,
  'tableId' | 'fieldId' | 'groupId' | 'keepText' | 'createMissing'
> & { readonly shadowId: string };

interface Before {
  readonly groupId: string | undefined;
  readonly keepText: boolean;
  /** Undoes what was made here, where the conversion itself is refused. */
  readonly takeBack: (error: unknown) => Promise<void>;
}

/** Records of one action. */
const createdAtOnce = 1_000;

/**
 * Makes the records that texts name and that are not there, where that is asked for, in the group of the conversion; and
 * tells whether the text is to stay, for it holds names that are not linked.
 */
export async function beforeLinks(
  context: BasesContext,
  { store }: LoadedBase,
  sent: Sent,
  link: TextLinks['link'] | Parameters<typeof isLinkShape>[0],
  runScan: RunScan,
): Promise<Before> {
  const { tableId, fieldId, groupId, keepText = false, createMissing = false } = sent;
  const nothing = { groupId, keepText, takeBack: async () => {} };
  const { fields } = await loadTable(store, tableId);
  const field = fields.find(({ id }) => id === fieldId);
  // A call that is sent again finds its links there.
  const isDone = fields.some(({ id }) => id === sent.shadowId);
  if (isDone || field === undefined || !holdsLinkNames(field.type) || !isLinkShape(link)) return nothing;
  // The text stays whatever it holds, and nothing is made: the names need not be counted.
  if (keepText && !createMissing) return nothing;
  const { missing, stays } = await unlinkedNames(store, { tableId, field, link }, createMissing, runScan);
  const { newId } = context.deps;
  const { userId } = context.caller;
  const group = missing.length > 0 ? (groupId ?? newId('grp')) : groupId;
  const made: string[] = [];
  // Any other error may come after the commit. The caller's own actions of the group stay.
  const takeBack = async (error: unknown) => {
    if (error instanceof AppError && made.length > 0 && group !== undefined)
      await store.takeBack(userId, group, { actionIds: made });
  };
  const { target, primary } = await linkTarget(store, link);
  try {
    for (let at = 0; at < missing.length; at += createdAtOnce) {
      const created = missing
        .slice(at, at + createdAtOnce)
        .map((value) => ({ id: newId('rec'), cells: { [primary.id]: { value } } }));
      const input = { tableId: target.id, records: [], created };
      const action = { id: newId('act'), type: 'BULK_PASTE_CELLS' as const, input };
      made.push(action.id);
      await store.submit(userId, { ...action, ...(group !== undefined && { groupId: group }) });
    }
  } catch (error) {
    await takeBack(error);
    throw error;
  }
  return { groupId: group, keepText: keepText || stays, takeBack };
}
