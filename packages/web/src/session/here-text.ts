/** Names that are said; of more people, how many. */
const named = 8;

/** 'Ben, Cy and 2 more are here too'. */
export function hereText(people: readonly { readonly name: string }[]): string {
  const names = people.slice(0, named).map(({ name }) => name);
  const more = people.length - names.length;
  const last = more > 0 ? `${more} more` : names.length > 1 ? names.pop() : undefined;
  const all = last === undefined ? names.join(', ') : `${names.join(', ')} and ${last}`;
  return `${all} ${people.length === 1 ? 'is' : 'are'} here too`;
}
