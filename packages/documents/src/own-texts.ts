import type { Edit } from './edit.ts';
import { replaced } from './merge-text.ts';

/** Milliseconds for which a text counts as just written. */
const justNow = 60_000;

interface OwnText {
  /** Before this person wrote in it. */
  readonly before: string;
  readonly after: string;
  readonly at: number;
}

/** Texts that one person has just written, by block and property. */
export type OwnTexts = ReadonlyMap<string, OwnText>;

const keyOf = ({ id, key }: { readonly id: string | null; readonly key: string }): string =>
  `${id ?? ''} ${key}`;

/** With what the person has written now; `now` in milliseconds. */
export function wroteTexts(
  known: OwnTexts,
  edits: readonly Edit[],
  isText: (key: string) => boolean,
  now: number,
): OwnTexts {
  const own = new Map([...known].filter(([, { at }]) => now - at < justNow));
  for (const edit of edits) {
    if (edit.kind !== 'prop' || typeof edit.after !== 'string' || !isText(edit.key)) continue;
    const before = typeof edit.before === 'string' ? edit.before : '';
    const last = own.get(keyOf(edit));
    own.set(keyOf(edit), {
      before: last?.after === before ? last.before : before,
      after: edit.after,
      at: now,
    });
  }
  return own;
}

/** What edits of somebody else have taken away of it: those texts as the person wrote them, and the rest. */
export function lostTexts(
  known: OwnTexts,
  edits: readonly Edit[],
  now: number,
): { readonly lost: readonly string[]; readonly rest: OwnTexts } {
  const rest = new Map(known);
  const lost: string[] = [];
  for (const edit of edits) {
    if (edit.kind !== 'prop') continue;
    const own = rest.get(keyOf(edit));
    if (own === undefined || now - own.at >= justNow) continue;
    const written = replaced(own.before, own.after).by.trim();
    const holds = (text: unknown) => typeof text === 'string' && text.includes(written);
    if (written === '' || !holds(edit.before) || holds(edit.after)) continue;
    lost.push(own.after);
    rest.delete(keyOf(edit));
  }
  return { lost, rest };
}
