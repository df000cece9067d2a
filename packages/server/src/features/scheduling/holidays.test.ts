import { afterAll, expect, it } from 'vitest';
import { Holidays } from './holidays.ts';

const holidays = new Holidays(() => Date.parse('2026-11-23T07:00:00Z'));
afterAll(() => holidays[Symbol.dispose]());

it('are those of a country and region, from last year to three years ahead', async () => {
  const bavaria = await holidays.of({ country: 'DE', region: 'BY' });
  expect(bavaria?.days).toContainEqual({ date: '2027-01-06', name: 'Epiphany' });
  expect(bavaria?.regions).toContainEqual({ code: 'BY', name: 'Bayern' });
  const germany = await holidays.of({ country: 'DE', region: '' });
  expect(germany?.days.map(({ name }) => name)).not.toContain('Epiphany');
  expect(new Set(germany?.days.map(({ date }) => date.slice(0, 4)))).toEqual(
    new Set(['2025', '2026', '2027', '2028', '2029']),
  );
  expect(germany?.days.every(({ date }) => /^\d{4}-\d\d-\d\d$/.test(date))).toBe(true);
});

it('are not known of places that there are not', async () => {
  expect(await holidays.of({ country: 'XX', region: '' })).toBeNull();
  expect(await holidays.of({ country: 'DE', region: 'ZZ' })).toBeNull();
  await expect(holidays.keptBy({ country: 'XX', region: '', except: [] })).rejects.toThrow('not known');
  expect((await holidays.countries()).length).toBeGreaterThan(100);
});

it('are open where they are switched off by name, days in lieu of them as well', async () => {
  const all = await holidays.keptBy({ country: 'GB', region: 'ENG', except: [] });
  const some = await holidays.keptBy({ country: 'GB', region: 'ENG', except: ['Boxing Day'] });
  // 26 December 2026 is a Saturday: the Monday after it stands in for it.
  expect(all).toEqual(expect.arrayContaining(['2026-12-25', '2026-12-28']));
  expect(some).toContain('2026-12-25');
  expect(some).not.toContain('2026-12-28');
});
