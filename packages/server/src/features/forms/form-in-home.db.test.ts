import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { newBase, rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';
import { asked, freshId, openForm, publishedForm, sendForm } from './testing.ts';

interface Listed {
  readonly id: string;
  readonly type: string;
  readonly submissions: number | null;
  readonly unreadCount: number | null;
}

describe('a form in the list of home', () => {
  let server: SharedServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann Owner');
  });

  const listed = async (id: string): Promise<Listed> => {
    const { flows } = (await (await ann.call('GET', '/admin/flows')).json()) as { flows: Listed[] };
    return must(flows.find((flow) => flow.id === id));
  };

  it('shows how many answers it has taken, and a database shows none', async () => {
    const question = asked('short_text', 'Name');
    const flowId = await publishedForm(ann, [question]);
    expect((await listed(flowId)).submissions).toBe(0);
    for (const answer of ['Ada', 'Grace']) {
      const { parts } = await openForm(server.url, flowId);
      expect((await sendForm(server.url, flowId, { ...parts(), [question.id]: answer })).status).toBe(200);
    }
    expect((await listed(flowId)).submissions).toBe(2);
    expect((await listed(await newBase(ann, 'Plans'))).submissions).toBeNull();
  });

  it('is a quiz where it was made as one, by hand or by a program', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Planets', kind: 'quiz' });
    expect((await listed(flowId)).type).toBe('quiz');
    const made = await ann.call('POST', '/v1/flows', { type: 'quiz', name: 'Moons' });
    expect((await listed(((await made.json()) as { id: string }).id)).type).toBe('quiz');
    expect((await listed(await publishedForm(ann, [asked('short_text', 'Name')]))).type).toBe('form');
  });

  it('counts no answers that were deleted, and counts those again that came back', async () => {
    const question = asked('short_text', 'Name');
    const flowId = await publishedForm(ann, [question]);
    for (const answer of ['Ada', 'Grace', 'Edsger']) {
      const { parts } = await openForm(server.url, flowId);
      await sendForm(server.url, flowId, { ...parts(), [question.id]: answer });
    }
    const counted = async () => {
      const { sessionCounts, unreadCount } = await rpc(ann, 'forms.sessionCounts', { flowId });
      const { submissions, unreadCount: unreadInHome } = await listed(flowId);
      return [sessionCounts.finished, unreadCount, submissions, unreadInHome];
    };
    expect(await counted()).toEqual([3, 3, 3, 3]);
    const inTable = { basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` };
    const ids = (await rpc(ann, 'records.list', { ...inTable, limit: 3 })).records.map(({ id }) => id);
    const [first = '', ...others] = ids;
    await rpc(ann, 'records.bulkDelete', { ...inTable, actionId: freshId('act'), recordIds: ids });
    expect(await counted()).toEqual([0, 0, 0, 0]);
    await rpc(ann, 'records.restore', { ...inTable, actionId: freshId('act'), recordIds: [first] });
    expect(await counted()).toEqual([1, 1, 1, 1]);
    await rpc(ann, 'records.restore', { ...inTable, actionId: freshId('act'), recordIds: others });
    await rpc(ann, 'records.delete', { ...inTable, actionId: freshId('act'), recordIds: [first] });
    expect(await counted()).toEqual([2, 2, 2, 2]);
    await rpc(ann, 'history.undo', { basePublicId: flowId, count: 1 });
    expect(await counted()).toEqual([3, 3, 3, 3]);
    // The form has taken them all the same: deleting makes no room.
    expect((await rpc(ann, 'forms.get', { flowId })).submissions).toBe(3);
  });

  it('is closed with others where one may, and what is skipped is named with its reason', async () => {
    const question = asked('short_text', 'Name');
    const [open, locked] = [await publishedForm(ann, [question]), await publishedForm(ann, [question])];
    const base = await newBase(ann, 'Plans');
    await ann.call('PUT', `/admin/flows/lock/${locked}`, { locked: true });
    const close = async (...flowPublicIds: readonly string[]) => {
      const body = { flowPublicIds, disabled: true };
      const answer = await ann.call('POST', '/admin/flows/bulkChangeFlowDisabled', body);
      return { status: answer.status, body: await answer.json() };
    };
    expect(await close(open, locked, base, 'bas000000000000000000000')).toEqual({
      status: 200,
      body: {
        success: true,
        changed: [open],
        skipped: [
          {
            ...{ flowId: locked, name: 'Guests' },
            reason: 'This form is locked: its owner or an admin can unlock it',
          },
          { flowId: base, name: 'Plans', reason: 'This database cannot be closed or opened' },
          { flowId: 'bas000000000000000000000', name: null, reason: 'Item not found' },
        ],
      },
    });
    expect(await listed(open)).toMatchObject({ settings: { disabledForm: true } });
    expect(await listed(locked)).toMatchObject({ settings: { disabledForm: false } });
    expect((await close(locked, base)).status).toBe(403);
  });

  it('is duplicated with its draft and settings, unpublished and without its answers', async () => {
    const question = asked('short_text', 'Name', true);
    const source = await publishedForm(ann, [question]);
    await rpc(ann, 'forms.updateSettings', {
      flowId: source,
      settings: { maxSubmissions: 5, notifyOwner: false },
    });
    const { parts } = await openForm(server.url, source);
    expect((await sendForm(server.url, source, { ...parts(), [question.id]: 'Ada' })).status).toBe(200);

    const sent = { newFlowName: 'Guests (copy)' };
    const answer = await ann.call('POST', `/admin/flows/duplicate/${source}`, sent);
    const { flow } = (await answer.json()) as { flow: Listed };
    expect(flow).toMatchObject({ name: 'Guests (copy)', type: 'form', submissions: 0 });
    const [from, to] = [
      await rpc(ann, 'forms.get', { flowId: source }),
      await rpc(ann, 'forms.get', { flowId: flow.id }),
    ];
    expect(to).toMatchObject({ published: null, version: 0, submissions: 0 });
    expect([to.content, to.settings]).toEqual([from.content, from.settings]);
    expect(to.settings.maxSubmissions).toBe(5);

    // It is published and answered on its own.
    await rpc(ann, 'forms.publish', { flowId: flow.id, version: 0 });
    const copy = await openForm(server.url, flow.id);
    const given = { ...copy.parts(), [question.id]: 'Grace' };
    expect((await sendForm(server.url, flow.id, given)).status).toBe(200);
    expect([(await listed(source)).submissions, (await listed(flow.id)).submissions]).toEqual([1, 1]);
  });
});
