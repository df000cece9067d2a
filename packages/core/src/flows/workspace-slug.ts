import { isId } from '@weft/std';

/** What stands behind /home/ and is no workspace. */
const reserved: ReadonlySet<string> = new Set([
  'all',
  'apps',
  'availability',
  'calendars',
  'forms',
  'home',
  'integrations',
  'new',
  'payments',
  'quizzes',
  'recent',
  'scheduling',
  'search',
  'settings',
  'shared',
  'starred',
  'tables',
  'templates',
  'trash',
  'zite',
]);

const maxLength = 48;

/** The first words of a name as part of an address; letters of every script stay. */
const wordsOf = (name: string): string =>
  Array.from(
    name
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
      .replace(/^[\p{M}-]+|-+$/gu, ''),
  )
    .slice(0, maxLength)
    .join('')
    .replace(/-+$/, '');

/** The part of an address that names a workspace: unlike the others, unlike every id, and no page of our own. */
export function workspaceSlug(name: string, taken: ReadonlySet<string>): string {
  const words = wordsOf(name) || 'workspace';
  for (let count = 1; ; count++) {
    const slug = count === 1 ? words : `${words}-${count}`;
    if (!taken.has(slug) && !reserved.has(slug) && !isId('wsp', slug)) return slug;
  }
}
