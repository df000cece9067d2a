import type { FieldKind } from '@weft/core';
import { checkboxWords } from '../convert/checkbox-words.ts';
import { trimmedText } from '../convert/trimmed-text.ts';
import { grouped, type SurroundingSpace } from './column-profile.ts';
import type { ColumnFacts } from './column-profiler.ts';

const kindNames: Partial<Record<FieldKind, string>> = {
  email: 'Email addresses',
  url: 'Web addresses',
  phone_number: 'Phone numbers',
};

/** Values that differ from another one only in the white space around them, with the number of cells. */
function mergedCells(distinct: ReadonlyMap<string, number>): number {
  const spellings = new Map<string, number>();
  for (const text of distinct.keys()) {
    const bare = trimmedText(text);
    spellings.set(bare, (spellings.get(bare) ?? 0) + 1);
  }
  let merged = 0;
  for (const [text, cells] of distinct) {
    const bare = trimmedText(text);
    if (bare.length < text.length && (spellings.get(bare) ?? 0) > 1) merged += cells;
  }
  return merged;
}

const bareWords = ({ distinct, empty }: ColumnFacts) =>
  distinct === null ? null : checkboxWords([...new Set([...distinct.keys()].map(trimmedText))], empty > 0);

/** What is to be known of the white space around a column's values. */
export function surroundingSpaceOf(facts: ColumnFacts): SurroundingSpace {
  const { padded: cells, blank, distinct } = facts;
  if (cells === 0) return { cells, blank, merged: 0, fits: null };
  return {
    cells,
    blank,
    merged: distinct === null ? 0 : mergedCells(distinct),
    fits: bareWords(facts) ? 'checkbox' : (trimmedKind(facts) ?? null),
  };
}

const trimmedKind = ({ readings }: ColumnFacts): FieldKind | undefined =>
  readings.find(({ format, strict }) => format.trim === true && strict.count === 0 && !strict.atLeast)
    ?.fieldType;

/** Why a column stays text where only white space around its values does not fit a type; null where that is not so. */
export function spacedReason(facts: ColumnFacts): string | null {
  const { cells, merged, fits } = surroundingSpaceOf(facts);
  const spaced = `${grouped(cells)} of ${grouped(facts.filled)} values ${cells === 1 ? 'has spaces around it' : 'have spaces around them'}`;
  if (fits === 'checkbox') {
    const words = bareWords(facts);
    const said =
      words?.falseWord == null ? `“${words?.trueWord}”` : `“${words.trueWord}” or “${words.falseWord}”`;
    return `${said}, but ${spaced}`;
  }
  if (fits !== null) return `${kindNames[fits]}, but ${spaced}`;
  if (merged > 0 && facts.distinct !== null)
    return `${grouped(merged)} of ${grouped(facts.filled)} values ${merged === 1 ? 'differs' : 'differ'} from another only in the spaces around ${merged === 1 ? 'it' : 'them'}`;
  return null;
}
