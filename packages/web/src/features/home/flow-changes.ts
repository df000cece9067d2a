import type { InfiniteData } from '@tanstack/react-query';
import { toast } from '@weft/ui';
import { api, type Flow, type FlowPage } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { ownChangeId } from './own-changes.ts';

type Pages = InfiniteData<FlowPage>;

const everyList = { queryKey: ['flows'] };

/** Shows a change in all lists at once; the answer puts them back as they were. */
async function showAtOnce(change: (flows: readonly Flow[]) => readonly Flow[]): Promise<() => void> {
  await queryClient.cancelQueries(everyList);
  const before = queryClient.getQueriesData<Pages>(everyList);
  queryClient.setQueriesData<Pages>(everyList, (pages) =>
    pages === undefined
      ? undefined
      : { ...pages, pages: pages.pages.map((page) => ({ ...page, flows: change(page.flows) })) },
  );
  return () => {
    for (const [key, pages] of before) queryClient.setQueryData(key, pages);
  };
}

const settle = () => queryClient.invalidateQueries(everyList);

/** Renames at once on screen; a refusal takes the name back and is thrown. */
export async function renameFlow(flow: Flow, name: string): Promise<void> {
  const takeBack = await showAtOnce((flows) =>
    flows.map((other) => (other.id === flow.id ? { ...other, name } : other)),
  );
  try {
    await api.renameFlow(flow.id, name, ownChangeId());
  } catch (error) {
    takeBack();
    throw error;
  }
  void settle();
}

/** Moves to the trash or back at once on screen; a refusal is told and everything stands as before. */
export async function moveFlow(flow: Flow, action: 'trash' | 'restore'): Promise<void> {
  const takeBack = await showAtOnce((flows) => flows.filter((other) => other.id !== flow.id));
  try {
    await api.trashFlows([flow.id], action, ownChangeId());
    toast(action === 'trash' ? `${flow.name} moved to trash` : `${flow.name} restored`, {
      action: {
        label: 'Undo',
        onSelect: () => void moveFlow(flow, action === 'trash' ? 'restore' : 'trash'),
      },
    });
  } catch (error) {
    takeBack();
    const why = errorText(error).replace(/\.$/, '');
    toast(`Unable to move, delete or restore ${flow.name}. ${why}. Please try again or contact support.`, {
      tone: 'error',
    });
  }
  void settle();
}
