import { lazyRouteComponent, redirect } from '@tanstack/react-router';
import { pathForStranger, safeNext } from '../paths.ts';
import { queryClient, visitorQuery } from '../queries.ts';
import { reachable } from './reachable.ts';

/** A page fetched when one goes there. Of a newer version's pages the names are other ones: it is loaded anew then. */
export function lazyPage<Page extends { readonly [name: string]: unknown }, Name extends keyof Page>(
  load: () => Promise<Page>,
  name: Name,
) {
  return lazyRouteComponent(() => reachable(load), name);
}

export async function requireMe({
  location,
}: {
  readonly location: { readonly href: string };
}): Promise<void> {
  const visitor = await queryClient.ensureQueryData(visitorQuery);
  if (visitor.me === null)
    throw redirect({ to: pathForStranger(visitor, location.href), search: { next: location.href } });
}

/**
 * The editor of a base stays when its person's session ends: what they change is kept there, and it asks them to sign
 * in again itself.
 */
export const requireMeToOpen = (visit: {
  readonly location: { readonly href: string };
  readonly cause: 'enter' | 'stay' | 'preload';
}): Promise<void> => (visit.cause === 'stay' ? Promise.resolve() : requireMe(visit));

/** Whoever is signed in already goes on; where nobody can tell, the page shows. */
export async function leaveWhenSignedIn({ search }: { search: { readonly next?: string } }): Promise<void> {
  const visitor = await queryClient.ensureQueryData(visitorQuery).catch(() => null);
  if (visitor?.me) throw redirect({ href: safeNext(search.next), replace: true });
}
