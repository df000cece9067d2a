import { newForm } from '@weft/forms';
import { expect, it } from 'vitest';
import { namedOf } from './certificate.ts';
import { zoneOfForm } from './zone-of-form.ts';

const dateIn = async (chosen: string | null) => {
  const zone = await zoneOfForm({ flows: { ownerTimeZone: async () => chosen } }, 'bas0');
  return namedOf(newForm('Planets'), { points: 1, most: 1, updatedAt: '2026-03-31T22:30:00.000Z' }, zone)
    .Date;
};

it('a certificate is dated in the time zone of the form’s owner, in UTC where there is none', async () => {
  expect(await dateIn('Europe/Berlin')).toBe('April 1, 2026');
  expect(await dateIn(null)).toBe('March 31, 2026');
  expect(await dateIn('Mars/Olympus')).toBe('March 31, 2026');
});
