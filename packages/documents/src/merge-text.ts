/** One stretch of a text that was replaced by another. */
interface Replaced {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** The stretch that differs between two texts, as short as it can be without parting a surrogate pair. */
export function replaced(before: string, after: string): Replaced {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  if (from > 0 && isHigh(before.charCodeAt(from - 1))) from--;
  let end = 0;
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  if (end > 0 && isLow(before.charCodeAt(before.length - end))) end--;
  return { from, to: before.length - end, by: after.slice(from, after.length - end) };
}

/** Whether what is written goes on with the word before it. */
const goesOn = (text: string, { from, by }: Replaced): boolean =>
  /\S$/.test(text.slice(0, from)) && /^\S/.test(by);

/**
 * Where both begin at one place, what writes and takes nothing away stands before what does; of two that write, who goes
 * on with a word, so that nobody's word is parted; else theirs.
 */
function isFirst(text: string, a: Replaced, b: Replaced): boolean {
  if (a.from !== b.from || a.to !== b.to) return a.from < b.from || (a.from === b.from && a.to < b.to);
  return a.to === a.from && goesOn(text, a) && !goesOn(text, b);
}

/**
 * A text that two people changed, with what both did: what they wrote at the same place stands one behind the other. Null where they changed the same stretch of it, since nobody can tell how the two go together.
 */
export function mergeText(before: string, mine: string, theirs: string): string | null {
  const [a, b] = [replaced(before, mine), replaced(before, theirs)];
  const [first, last] = isFirst(before, a, b) ? [a, b] : [b, a];
  if (first.to > last.from) return null;
  return (
    before.slice(0, first.from) +
    first.by +
    before.slice(first.to, last.from) +
    last.by +
    before.slice(last.to)
  );
}
