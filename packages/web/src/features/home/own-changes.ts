const own = new Set<string>();
/** Ids remembered; an event comes back within seconds. */
const maxRemembered = 200;

/** An id for a change this tab is about to make: the list's feed does not show it a second time. */
export function ownChangeId(): string {
  const id = crypto.randomUUID();
  own.add(id);
  const [oldest] = own;
  if (own.size > maxRemembered && oldest !== undefined) own.delete(oldest);
  return id;
}

export const isOwnChange = (id: string | null): boolean => id !== null && own.has(id);
