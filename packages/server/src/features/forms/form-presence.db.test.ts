import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { rpc, type SharedServer, share, sharedServer, subscribe, type TestPerson } from '../../testing.ts';
import { add, asked, edit } from './testing.ts';

describe('who has a form open', () => {
  let server: SharedServer;
  let ann: TestPerson;
  let ben: TestPerson;
  let flowId = '';
  const question = asked('short_text', 'Name');
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
    const invited = await ann.call('POST', '/v1/invitations', {});
    const { code } = (await invited.json()) as { readonly code: string };
    ben = await server.signUp('Ben', { invitationCode: code });
    flowId = (await rpc(ann, 'forms.create', { name: 'Guests' })).flowId;
  });

  const place = { pageId: 'page1', blockId: question.id };
  const tell = (person: TestPerson, tabId: string, leaves = false) =>
    rpc(person, 'forms.present', { flowId, tabId, place: person === ann ? place : null, leaves });

  it('is told to everybody who follows it so, between the edits, until they leave', async () => {
    await share(ann, flowId, ben, 'read');
    const told: unknown[] = [];
    const steps = [
      () => tell(ann, 'tab-1'),
      () => tell(ben, 'tab-2'),
      () => edit(ann, flowId, 0, add([question])),
      () => tell(ann, 'tab-1', true),
      () => tell(ben, 'tab-2', true),
    ];
    for await (const event of subscribe(ben, 'forms.changes', { flowId, sinceSeq: 0, present: true })) {
      told.push('present' in event ? event.present.map(({ name, place: at }) => [name, at]) : event.seq);
      const step = steps[told.length - 1];
      if (step === undefined) break;
      await step();
    }
    const [here, looks] = [
      ['Ann', place],
      ['Ben', null],
    ];
    expect(told).toEqual([[], [here], [here, looks], 1, [looks], []]);
  });

  it('is told to nobody who does not ask, or may not open the form, and by nobody else', async () => {
    const stranger = await server.signUp('Sam');
    await expect(tell(stranger, 'tab-1')).rejects.toMatchObject({ kind: 'not-found' });
    const stream = subscribe(stranger, 'forms.changes', { flowId, present: true });
    await expect(stream.next()).rejects.toThrow('404');
    await expect(
      rpc(ann, 'forms.present', { flowId, tabId: 'tab-1', place: { pageId: 'a b', blockId: null } }),
    ).rejects.toMatchObject({ kind: 'invalid' });
    const plain = subscribe(ann, 'forms.changes', { flowId, sinceSeq: 0 });
    const first = must((await plain.next()).value);
    expect('present' in first).toBe(false);
    await plain.return(undefined);
  });

  it('is known of no document that is another kind of flow', async () => {
    await expect(rpc(ann, 'apps.present', { flowId, tabId: 'tab-1', place: null })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});
