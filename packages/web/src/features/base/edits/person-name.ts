import { peopleQuery, queryClient } from '../../../queries.ts';

/** A colleague's name; null where it cannot be told. */
export async function nameOf(userId: string): Promise<string | null> {
  try {
    const people = await queryClient.fetchQuery({ ...peopleQuery, staleTime: 300_000, retry: false });
    return people.find(({ id }) => id === userId)?.name ?? null;
  } catch {
    return null;
  }
}
