/** Characters of what stands in the address of a page. */
const longest = 50;

/** What stands in the address of a page of this name, and of no other. */
export function freeSlug(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['page'];
  const plain = words.join('-').slice(0, longest).replace(/-$/, '');
  for (let count = 1; ; count++) {
    const slug = count === 1 ? plain : `${plain}-${count}`;
    if (!taken.has(slug)) return slug;
  }
}
