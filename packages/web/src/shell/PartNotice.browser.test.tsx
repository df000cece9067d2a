import { EmptyState } from '@weft/ui';
import { Lock } from 'lucide-react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectShown, show } from '../testing.ts';
import { PartNotice } from './PartNotice.tsx';

it('a part of a page that is on its way says so', async () => {
  show(<PartNotice what="The filter" part={{ error: null, retry: () => {} }} />);
  await expectShown(['status', 'Loading...']);
});

it('a part of a page that could not be fetched is asked for again by its button', async () => {
  let retried = 0;
  show(<PartNotice what="The filter" part={{ error: new Error('gone'), retry: () => retried++ }} />);
  await expectShown(['button', 'Try again']);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(retried).toBe(1);
});

it('a page that may not be seen says who can help', async () => {
  show(<EmptyState icon={Lock} title="No longer open to you" text="Ask an admin of the organization." />);
  await expectShown(['text', 'No longer open to you']);
});
