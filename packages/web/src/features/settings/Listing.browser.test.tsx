import { Inbox } from 'lucide-react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { unreachable } from '../../api.ts';
import { expectShown, type Shown, show } from '../../testing.ts';
import { Listing, type ListingProps } from './Listing.tsx';

const people: ListingProps<string> = {
  label: 'People',
  items: [],
  error: null,
  onRetry: () => {},
  empty: { icon: Inbox, title: 'Nobody yet', text: 'People you invite are listed here.' },
  row: (name) => name,
  keyOf: (name) => name,
};

const states: readonly (readonly [string, Partial<ListingProps<string>>, Shown])[] = [
  ['loads', { items: undefined }, ['status', 'Loading...']],
  ['has no items', {}, ['text', 'People you invite are listed here.']],
  ['could not be loaded', { items: undefined, error: unreachable() }, ['button', 'Try again']],
  ['has two items', { items: ['Ann Linde', 'Ben Okafor'] }, ['list', 'People']],
  ['has many', { items: Array.from({ length: 60 }, (_, i) => `Person ${i + 1}`) }, ['text', 'Person 60']],
];

it.each(states)('a list that %s says so', async (_, part, shown) => {
  show(<Listing {...people} {...part} />);
  await expectShown(shown);
});

it('a list that could not be loaded is asked for again by its button', async () => {
  let retried = 0;
  show(<Listing {...people} items={undefined} error={unreachable()} onRetry={() => retried++} />);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(retried).toBe(1);
});
