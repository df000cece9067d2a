import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBase, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';

interface Told {
  readonly subject: string;
  readonly about: { readonly kind: string; readonly name?: string; readonly label?: string };
  readonly actorName: string | null;
  readonly read: boolean;
}

describe('what people are told of', () => {
  let server: TestServer;
  let ann: TestPerson;
  let bob: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    ann = await server.signUp('Ann Owner');
    const made = await ann.call('POST', '/v1/invitations', { role: 'member' });
    const { code } = (await made.json()) as { code: string };
    bob = await server.signUp('Bob', { invitationCode: code });
  });
  afterAll(() => server.close());

  const told = async (person: TestPerson) =>
    (await (await person.call('GET', '/v1/notifications')).json()) as {
      notifications: Told[];
      unread: number;
    };
  const share = (baseId: string, accessLevel: 'read' | null) =>
    ann.call('PUT', `/admin/flows/members/${baseId}/${bob.id}`, { accessLevel });
  const mark = (read: boolean, notification?: { kind: string; subject: string }) =>
    bob.call('POST', '/v1/notifications/read', { read, notification });

  it('tells whom something is shared with by whom, as long as it is', async () => {
    const baseId = await newBase(ann, 'Plans');
    await share(baseId, 'read');
    const { notifications, unread } = await told(bob);
    expect(unread).toBe(1);
    expect(notifications).toMatchObject([
      { subject: baseId, about: { kind: 'flow', name: 'Plans' }, actorName: 'Ann Owner', read: false },
    ]);
    expect((await told(ann)).notifications).toEqual([]);

    await ann.call('PUT', `/admin/flows/rename/${baseId}`, { newName: 'Secret plans' });
    await share(baseId, null);
    expect(await told(bob)).toEqual({ notifications: [], unread: 0, flowJobs: 0 });
  });

  it('counts what is unread, one by one and all together', async () => {
    const answer = await ann.call('POST', '/workspaces/', { name: 'Classes' });
    const { newWorkspace } = (await answer.json()) as { newWorkspace: { id: string } };
    await ann.call('PUT', `/workspaces/${newWorkspace.id}/members/${bob.id}`, { accessLevel: 'write' });
    const one = await newBase(ann, 'One');
    await share(one, 'read');
    expect((await told(bob)).unread).toBe(2);
    await mark(true, { kind: 'flow', subject: one });
    expect((await told(bob)).notifications).toMatchObject([
      { about: { name: 'One' }, read: true },
      { about: { kind: 'workspace', name: 'Classes' }, read: false },
    ]);
    await mark(true);
    expect((await told(bob)).unread).toBe(0);
    await mark(false, { kind: 'flow', subject: one });
    expect((await told(bob)).unread).toBe(1);
  });
});
