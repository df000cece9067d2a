import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { placesQuery } from '../../queries.ts';
import { NothingHere, PageLoading } from '../../shell/pages.tsx';
import { HomeView } from './HomeView.tsx';

/** A workspace, by its slug or id; one that is not there, or not to be seen, looks like a wrong address. */
export function WorkspacePage() {
  const { workspaceSlug } = useParams({ from: '/home-layout/home/$workspaceSlug' });
  const { data: places } = useQuery(placesQuery);
  if (places === undefined) return <PageLoading />;
  const workspace = places.workspaces.find(({ id, slug }) => id === workspaceSlug || slug === workspaceSlug);
  return workspace === undefined ? <NothingHere /> : <HomeView key={workspace.id} workspace={workspace} />;
}
