import { readdirSync, readFileSync } from 'node:fs';
import { englishTexts } from '@weft/public/testing';
import { expect, it } from 'vitest';

/** Where something is said to whoever answers or books. */
const speakers = ['core', 'forms', 'payments', 'protocol', 'public', 'scheduling', 'server'];

const sources = speakers
  .flatMap((name) => {
    const folder = new URL(`../../${name}/src/`, import.meta.url);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/(^|\/)languages\/|testing|\.test\.ts$/.test(file))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'));
  })
  .join('\n');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether a text begins a string in the code, or a template that puts something in where it has a hole. */
const isWritten = (text: string): boolean =>
  new RegExp(`['\`]${escaped(text).replace(/\\\{\d\\\}/g, '\\$\\{[^`]+?\\}')}(?=[.:'\`\\\\])`).test(sources);

/** What is put in is counted where it is said: ‘1 choice’, ‘2 choices’. */
const counted: { readonly [key: string]: string } = {
  least: 'Choose at least {0}',
  most: 'Choose at most {0}',
  leastRow: 'Fill in at least {0}',
  leastRows: 'Fill in at least {0}',
  mostRow: 'Fill in at most {0}',
  mostRows: 'Fill in at most {0}',
};

/** Names that are put together where they are asked for. */
const madeNames = /^(month|week)(Before|After)$/;

it('each sentence that is translated is said somewhere, word for word: a changed one would stay English', () => {
  const lost = Object.entries<string>(englishTexts.sentences).filter(
    ([key, text]) => !isWritten(counted[key] ?? text),
  );
  expect(lost).toEqual([]);
});

it('so is each text of bookings, unless it is asked for by its name', () => {
  const lost = Object.entries<string>(englishTexts.bookings).filter(
    ([key, text]) => !madeNames.test(key) && !sources.includes(`'${key}'`) && !isWritten(text),
  );
  expect(lost).toEqual([]);
});
