import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { FlowJobs } from './flow-jobs.ts';
import { Notifications } from './notifications.ts';
import { peopledEngine } from './testing.ts';

describeEngines('large duplicates, imports and exports', (open) => {
  const engine = peopledEngine(open);
  const jobs = () => new FlowJobs(engine());
  const add = (id: string, most = 10) =>
    jobs().add(
      engine(),
      { id, kind: 'duplicate', organizationId: 'org', userId: 'bob', name: 'Plans' },
      most,
    );

  it('are as many at a time as a person may have, and begin again until they ended', async () => {
    expect(await add('j1', 1)).toBe(true);
    expect(await add('j2', 1)).toBe(false);
    expect(await jobs().begin('j1')).toMatchObject({ state: 'running', share: 0 });
    expect(await jobs().report('j1', 0.5)).toBe(true);
    expect(await jobs().begin('j1')).toMatchObject({ state: 'running', share: 0 });
    expect(await jobs().end('j1', { flowId: 'plans' })).toBe(true);
    expect(await jobs().begin('j1')).toBeNull();
    expect(await jobs().find('j1')).toMatchObject({
      ...{ state: 'done', share: 1, flow: { type: 'base', publicIdentifier: 'plans' } },
    });
    expect(await jobs().countActive('bob')).toBe(0);
    expect(await add('j2', 1)).toBe(true);
  });

  it('leave nothing once they are cancelled, by whoever asked for them alone', async () => {
    await add('j1');
    await jobs().begin('j1');
    expect(await jobs().cancel('j1', 'ann')).toBeNull();
    expect(await jobs().cancel('j1', 'bob')).toMatchObject({ state: 'cancelled' });
    expect(await jobs().report('j1', 0.9)).toBe(false);
    expect(await jobs().end('j1', { fileId: 'fil' })).toBe(false);
    await jobs().fail('j1', 'Too late');
    expect(await jobs().cancel('j1', 'bob')).toMatchObject({ state: 'cancelled', fault: null, fileId: null });
  });

  it('tell whoever asked for them why they failed, are listed for an hour, and forgotten later', async () => {
    await add('j1');
    await jobs().fail('j1', 'The disk is full');
    const told = await new Notifications(engine()).list('bob', 'org');
    expect([told.unread, told.notifications.map(({ about }) => about.kind)]).toEqual([1, ['flow-job']]);
    expect(await jobs().list('bob')).toMatchObject([{ id: 'j1', fault: 'The disk is full' }]);
    await engine().exec(`UPDATE weft.flow_jobs SET ended_at = now() - interval '2 days'`);
    expect(await jobs().list('bob')).toEqual([]);
    await jobs().removeOld(3);
    expect(await jobs().find('j1')).not.toBeNull();
    await jobs().removeOld(1);
    expect(await jobs().find('j1')).toBeNull();
  });
});
