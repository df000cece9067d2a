import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { migrate } from '../migrate.ts';
import { describeEngines, newId, type TestEngine } from '../testing.ts';
import { Invitations } from './invitations.ts';
import { enqueueJobs, Jobs } from './jobs.ts';
import { Notifications } from './notifications.ts';

describeEngines('what people are told of', (open) => {
  let opened: TestEngine;
  let engine: Engine;
  let notifications: Notifications;
  beforeAll(async () => {
    opened = await open();
    engine = opened.engine;
    await migrate(engine);
    // Ann made the first account, and runs the server.
    await engine.exec(`
      INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") VALUES
        ('ann', 'Ann', 'ann@example.org', true, '2026-01-01', now()),
        ('bob', 'Bob', 'bob@example.org', true, '2026-01-02', now()),
        ('eve', 'Eve', 'eve@example.org', false, '2026-01-03', now());
      INSERT INTO weft.organizations (id, name) VALUES ('org', 'Ours'), ('oth', 'Theirs');
      INSERT INTO weft.members (organization_id, user_id, role) VALUES ('org', 'ann', 'admin'), ('oth', 'bob', 'admin')`);
    notifications = new Notifications(engine);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  it('tells whoever runs the server of a job that was given up, until it is tried again', async () => {
    const jobs = new Jobs(engine);
    await engine.transaction(async (tx) => enqueueJobs(tx, [{ id: 'job1', queue: 'mails', payload: {} }]));
    const [job] = await jobs.take([{ queue: 'mails', room: 1 }], 60);
    await jobs.fail(must(job), 'No such mailbox', null);
    const { notifications: told, unread } = await notifications.list('ann', 'org');
    expect(unread).toBe(1);
    expect(told).toMatchObject([
      { about: { kind: 'job', queue: 'mails', fault: 'No such mailbox' }, actorName: null },
    ]);
    expect((await notifications.list('bob', 'oth')).unread).toBe(0);
    await jobs.retry('job1');
    expect(await notifications.list('ann', 'org')).toEqual({ notifications: [], unread: 0 });
  });

  it('tells somebody with an account where they are invited, only by an address that was verified', async () => {
    const invitations = new Invitations(engine, newId);
    await invitations.make('org', 'ann', 'eve@example.org', { role: 'member' });
    expect((await notifications.list('eve', 'org')).unread).toBe(0);
    const made = must(await invitations.make('org', 'ann', 'BOB@example.org', { role: 'member' }));
    expect((await notifications.list('bob', 'oth')).notifications).toMatchObject([
      {
        about: { kind: 'invitation', code: made.code, name: 'Ours' },
        actorName: 'Ann',
        read: false,
      },
    ]);
    await invitations.revoke(made.id, 'org', null);
    expect((await notifications.list('bob', 'oth')).notifications).toEqual([]);
  });
});
