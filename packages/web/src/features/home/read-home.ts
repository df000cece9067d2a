import {
  flowsQuery,
  interruptedImportsQuery,
  knownMe,
  placesQuery,
  queryClient,
  readPagesSoon,
  readSoon,
  recentQuery,
} from '../../queries.ts';
import { homeList, homeSettingsOf } from './home-list.ts';

/** Starts reading what home shows of the databases and forms, or of those of one workspace. */
export function readHome(workspaceId: string | null): void {
  const settings = homeSettingsOf(knownMe()?.settings);
  readPagesSoon(flowsQuery(homeList(settings, workspaceId)));
  readSoon(interruptedImportsQuery);
  if (workspaceId === null) readSoon(recentQuery(settings.filter.kind));
}

export async function readWorkspace(slug: string): Promise<void> {
  const { workspaces } = await queryClient.ensureQueryData(placesQuery);
  const found = workspaces.find((workspace) => workspace.id === slug || workspace.slug === slug);
  if (found !== undefined) readHome(found.id);
}
