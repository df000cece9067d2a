import type { Mirror } from '@weft/db';

/** Milliseconds up to which what was read of a service is as good as new. */
const freshFor = 2 * 60_000;

const spans = [
  { name: 'day', milliseconds: 86_400_000 },
  { name: 'hour', milliseconds: 3_600_000 },
  { name: 'minute', milliseconds: 60_000 },
];

const names: { readonly [S in Mirror['service']]: string } = {
  airtable: 'Airtable',
  googlesheets: 'Google Sheets',
};

/** How old the records of a connected database are, where that is to be known; null: they are fresh, or its own. */
export function freshnessNotice(
  mirror: Pick<Mirror, 'service' | 'readAt' | 'fault'> | null,
  now: number,
): string | null {
  if (mirror === null) return null;
  const { readAt, fault } = mirror;
  const name = names[mirror.service];
  if (readAt === null) return `The records are being read from ${name} for the first time.`;
  const age = now - Date.parse(readAt);
  const span = spans.find(({ milliseconds }) => age >= milliseconds);
  if (age <= freshFor || span === undefined) return null;
  const count = Math.floor(age / span.milliseconds);
  const told = `The records are as ${name} had them ${count} ${span.name}${count === 1 ? '' : 's'} ago.`;
  return fault === null ? told : `${told} It could not be read since.`;
}
