import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { People } from './people.ts';
import { peopledEngine } from './testing.ts';

describeEngines('people', (open) => {
  const engine = peopledEngine(open);
  const people = () => new People(engine());
  const kept = async (column: 'settings' | 'flags') =>
    (await engine().query(`SELECT "${column}" FROM weft.auth_user WHERE "id" = 'ann'`))[0]?.[0];

  it('are colleagues where they are of one organization, and of themselves', async () => {
    expect(await people().areColleagues('ann', 'bob')).toBe(true);
    expect(await people().areColleagues('ann', 'cid')).toBe(false);
    expect(await people().areColleagues('cid', 'cid')).toBe(true);
    expect(await people().firstEmail()).toBe('ann@example.org');
    expect(await people().isEmpty()).toBe(false);
  });

  it('give back the picture they had before', async () => {
    expect(await people().setPicture('ann', '/files/fil1')).toBeNull();
    expect(await people().setPicture('ann', null)).toBe('/files/fil1');
    expect(await people().setPicture('nobody', '/files/fil2')).toBeNull();
  });

  it('choose settings by key, and so many flags', async () => {
    await people().setSetting('ann', 'theme', 'dark');
    await people().setSetting('ann', 'view', { sort: 'name' });
    await people().setSetting('ann', 'theme', undefined);
    expect(await kept('settings')).toEqual({ view: { sort: 'name' } });
    expect(await people().setFlag('ann', 'seen', true, 1)).toBe(true);
    expect(await people().setFlag('ann', 'another', true, 1)).toBe(false);
    expect(await people().setFlag('ann', 'seen', false, 1)).toBe(true);
    expect(await kept('flags')).toEqual({ seen: false });
  });
});
