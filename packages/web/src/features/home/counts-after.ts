import type { Flow, Places } from '../../api.ts';

/** Where flows go: into a workspace or Home (null), to the trash, or out of it to where they lay. */
export type Destination = 'trash' | 'restored' | { readonly workspaceId: string | null };

/** How much lies where once flows have gone there: what the server would count. */
export function countsAfter(
  places: Places,
  flows: readonly Pick<Flow, 'workspaceId' | 'trashedAt'>[],
  to: Destination,
): Places {
  let { itemCount, trashCount } = places;
  const counts = new Map(places.workspaces.map(({ id, itemCount: count }) => [id, count]));
  const add = (workspaceId: string | null, change: 1 | -1) => {
    const count = workspaceId === null ? undefined : counts.get(workspaceId);
    if (workspaceId !== null && count !== undefined) counts.set(workspaceId, count + change);
  };
  for (const { workspaceId, trashedAt } of flows) {
    const wasTrashed = trashedAt !== null;
    if (!wasTrashed) {
      itemCount--;
      add(workspaceId, -1);
    } else trashCount--;
    if (to === 'trash') trashCount++;
    else {
      itemCount++;
      add(to === 'restored' ? workspaceId : to.workspaceId, 1);
    }
  }
  const workspaces = places.workspaces.map((one) => ({ ...one, itemCount: counts.get(one.id) ?? 0 }));
  return { workspaces, itemCount, trashCount };
}
