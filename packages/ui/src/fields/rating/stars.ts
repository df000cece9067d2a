/**
 * The stars a typed text or a key means: '1' then '0' is 10 where there are ten; 0 is none. `undefined` for what is
 * no number of stars.
 */
export function starsOf(text: string, maxRating: number, before: number | null): number | null | undefined {
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const count = text === '0' && before === 1 && maxRating === 10 ? 10 : Number(text);
  if (count > maxRating) return undefined;
  return count === 0 ? null : count;
}
