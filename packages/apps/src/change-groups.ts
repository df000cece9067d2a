import { kindOfChange } from '@weft/documents';

/** What changes are about, in the order in which they are told. */
const groups = ['database', 'pages', 'blocks', 'rules', 'app'] as const;

type ChangeGroup = (typeof groups)[number];

const addsToDatabase = /^Added the (table ‘.*’ to the database|field ‘.*’ to the table ‘.*’)$/s;

/** What a sentence of `changesInWords`, or of what is added to a database, is about. */
function groupOf(sentence: string): ChangeGroup {
  if (addsToDatabase.test(sentence)) return 'database';
  // What stands in quotes are names that people gave.
  const words = (sentence.split('‘')[0] ?? '').trim();
  if (/ rule$/.test(words)) return 'rules';
  if (/ page$/.test(words)) return 'pages';
  const isOfApp = /^(Set|Changed|Removed) /.test(words) && !/ of (the|an?) /.test(` ${words} `);
  return isOfApp && !/^\w+ the setting$/.test(words) ? 'app' : 'blocks';
}

interface GroupedChanges {
  readonly group: ChangeGroup;
  readonly changes: readonly string[];
  /** '1 added, 2 changed'. */
  readonly told: string;
}

const countsOf = (changes: readonly string[]): string =>
  (['added', 'changed', 'deleted'] as const)
    .map((kind) => [changes.filter((change) => kindOfChange(change) === kind).length, kind] as const)
    .flatMap(([count, kind]) => (count === 0 ? [] : [`${count} ${kind}`]))
    .join(', ');

/** Changes told in words, put together by what they are about. */
export const groupedChanges = (changes: readonly string[]): readonly GroupedChanges[] =>
  groups.flatMap((group) => {
    const of = changes.filter((change) => groupOf(change) === group);
    return of.length === 0 ? [] : [{ group, changes: of, told: countsOf(of) }];
  });
