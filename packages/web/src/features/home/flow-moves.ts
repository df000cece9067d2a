import type { InfiniteData } from '@tanstack/react-query';
import { workspaceRefusals } from '@weft/core';
import { AppError } from '@weft/std';
import { toast } from '@weft/ui';
import { api, type Flow, type FlowPage, type Workspace } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { placesQuery, queryClient } from '../../queries.ts';
import { countsAfter, type Destination } from './counts-after.ts';
import { movedText, notMovedText } from './move-text.ts';
import { ownChangeId } from './own-changes.ts';

type Pages = InfiniteData<FlowPage>;

const everyList = { queryKey: ['flows'] };

/** Shows a change in all lists at once; the answer puts them back as they were. */
export async function showAtOnce(
  change: (flows: readonly Flow[]) => readonly Flow[],
  lists: (list: unknown) => boolean = () => true,
): Promise<() => void> {
  await queryClient.cancelQueries(everyList);
  const before = queryClient.getQueriesData<Pages>(everyList);
  for (const [key, pages] of before)
    if (pages !== undefined && lists(key[1]))
      queryClient.setQueryData<Pages>(key, {
        ...pages,
        pages: pages.pages.map((page) => ({ ...page, flows: [...change(page.flows)] })),
      });
  return () => {
    for (const [key, pages] of before) queryClient.setQueryData(key, pages);
  };
}

/** Everything that lists or counts flows is read again. */
export function settle(): void {
  for (const key of ['flows', 'recent-flows', 'places'])
    void queryClient.invalidateQueries({ queryKey: [key] });
}

const without = (flows: readonly Flow[]) => {
  const ids = new Set(flows.map(({ id }) => id));
  return (all: readonly Flow[]) => all.filter(({ id }) => !ids.has(id));
};

/** Shows at once how much then lies where; the answer puts the counts back as they were. */
async function countAtOnce(flows: readonly Flow[], to: Destination): Promise<() => void> {
  await queryClient.cancelQueries(placesQuery);
  const before = queryClient.getQueryData(placesQuery.queryKey);
  if (before !== undefined) queryClient.setQueryData(placesQuery.queryKey, countsAfter(before, flows, to));
  return () => queryClient.setQueryData(placesQuery.queryKey, before);
}

/** Takes flows out of the lists they leave, and counts them where they go. */
async function leave(
  flows: readonly Flow[],
  to: Destination,
  lists?: (list: unknown) => boolean,
): Promise<() => void> {
  const [list, count] = await Promise.all([showAtOnce(without(flows), lists), countAtOnce(flows, to)]);
  return () => {
    list();
    count();
  };
}

async function acted(
  flows: readonly Flow[],
  takeBack: () => void,
  act: () => Promise<{ readonly text: string; readonly undo?: () => void }>,
): Promise<void> {
  try {
    const { text, undo } = await act();
    toast(text, undo && { action: { label: 'Undo', onSelect: undo } });
  } catch (error) {
    takeBack();
    const refused = error instanceof AppError && (error.kind === 'forbidden' || error.kind === 'conflict');
    toast(notMovedText(flows, errorText(error), refused), { tone: 'error' });
  }
  settle();
}

const among = (flows: readonly Flow[], ids: readonly string[]) => flows.filter(({ id }) => ids.includes(id));

/** Moves to the trash or back at once on screen; what is refused is told, and stands as before. */
export async function trashFlows(flows: readonly Flow[], action: 'trash' | 'restore'): Promise<void> {
  const takeBack = await leave(flows, action === 'trash' ? 'trash' : 'restored');
  await acted(flows, takeBack, async () => {
    const ids = flows.map(({ id }) => id);
    const { changed, skipped } = await api.trashFlows(ids, action, ownChangeId());
    // As they lie now: Undo takes them from there, and counts them so.
    const trashedAt = action === 'trash' ? new Date().toISOString() : null;
    const done = among(flows, changed).map((flow) => ({ ...flow, trashedAt }));
    return {
      text: movedText(done, action === 'trash' ? 'trash' : 'restored', skipped),
      undo: () => void trashFlows(done, action === 'trash' ? 'restore' : 'trash'),
    };
  });
}

/** Moves into a workspace or to Home (null), out of the trash too. */
export async function moveFlows(
  flows: readonly Flow[],
  workspace: Pick<Workspace, 'id' | 'name' | 'accessLevel'> | null,
): Promise<void> {
  if (workspace !== null && workspace.accessLevel !== 'write') {
    toast(workspaceRefusals.write, { tone: 'error' });
    return;
  }
  const to = workspace?.id ?? null;
  const isLeft = (list: unknown) => {
    const { trashed, workspaceId } = list as { trashed?: boolean; workspaceId?: string };
    return trashed === true || (workspaceId !== undefined && workspaceId !== to);
  };
  const takeBack = await leave(flows, { workspaceId: to }, isLeft);
  await acted(flows, takeBack, async () => {
    const ids = flows.map(({ id }) => id);
    const { changed, skipped } = await api.moveFlows(ids, to, ownChangeId());
    return { text: movedText(among(flows, changed), { workspace: workspace?.name ?? null }, skipped) };
  });
}
