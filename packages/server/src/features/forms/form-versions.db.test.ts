import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, publishedForm, results, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

describe('versions of a form', () => {
  it('never change, and an older one can be read when a newer is shown', async () => {
    const name = asked('short_text', 'Name');
    const flowId = await publishedForm(ann, [name]);
    const renamed = [
      { kind: 'prop', id: name.id, key: 'label', before: 'Name', after: 'Who are you?' },
    ] as const;
    await edit(ann, flowId, 1, [...renamed]);
    expect((await openForm(server.url, flowId)).text).toContain('>Name<');
    await expect(rpc(ann, 'forms.publish', { flowId, version: 1 })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await rpc(ann, 'forms.publish', { flowId, version: 3 });
    expect((await openForm(server.url, flowId)).text).toContain('>Who are you?<');
    const { versions } = await rpc(ann, 'forms.versions', { flowId });
    expect(versions.map(({ number }) => number)).toEqual([2, 1]);
    const { content } = await rpc(ann, 'forms.version', { flowId, snapshotId: must(versions[1]).id });
    expect(content.blocks[name.id]?.props.label).toBe('Name');
    expect((await results(ann, flowId)).length).toBe(0);
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
    expect(metadata.tables[0]?.fields.map((field) => field.name)).toEqual(['Submitted', 'Who are you?']);
  });

  it('are published once, though asked for twice, and not without questions', async () => {
    const { flowId } = await rpc(ann, 'forms.create', { name: 'Empty' });
    await expect(rpc(ann, 'forms.publish', { flowId, version: 0 })).rejects.toMatchObject({
      message: 'Add a question first',
    });
    await edit(ann, flowId, 0, add([asked('short_text', 'Name'), asked('short_text', 'Name')]));
    const snapshotId = freshId('snp');
    const publish = () => rpc(ann, 'forms.publish', { flowId, version: 1, snapshotId });
    await Promise.all([publish(), publish(), publish()]);
    await publish();
    expect((await rpc(ann, 'forms.versions', { flowId })).versions).toHaveLength(1);
    const other = await rpc(ann, 'forms.create', { name: 'Other' });
    await edit(ann, other.flowId, 0, add([asked('short_text', 'Name')]));
    await expect(
      rpc(ann, 'forms.publish', { flowId: other.flowId, version: 1, snapshotId }),
    ).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('S14 are finished by those who began them, after a newer one is published', async () => {
    const [name, gone] = [asked('short_text', 'Name'), asked('short_text', 'Gone')];
    const flowId = await publishedForm(ann, [name, gone]);
    const begun = (await openForm(server.url, flowId)).parts();
    const kept = { ...(await openForm(server.url, flowId)).parts(), submission: freshId('sub') };
    const autosaved = await fetch(new URL(`/t/${flowId}/unfinished`, server.url), {
      method: 'POST',
      body: new URLSearchParams({ ...kept, [gone.id]: 'half' }),
    });
    const cookie = must(autosaved.headers.get('set-cookie')?.split(';')[0]);
    const { content } = await rpc(ann, 'forms.get', { flowId });
    const before = must(content.blocks[gone.id]) as never;
    await edit(ann, flowId, 1, [
      { kind: 'block', id: gone.id, before, after: null },
      { kind: 'prop', id: name.id, key: 'label', before: 'Name', after: 'Who are you?' },
    ]);
    await rpc(ann, 'forms.publish', { flowId, version: 3 });
    const answered = { ...begun, [name.id]: 'Ada', [gone.id]: 'x' };
    expect((await sendForm(server.url, flowId, answered)).status).toBe(200);
    // Who comes back to what was kept finds the form they began.
    const back = await fetch(new URL(`/t/${flowId}`, server.url), { headers: { cookie } });
    expect(await back.text()).toContain('value="half"');
    const late = (await openForm(server.url, flowId)).parts();
    const again = { ...kept, token: late.token, [name.id]: 'Bea', [gone.id]: 'y' };
    expect((await sendForm(server.url, flowId, again)).status).toBe(200);
    expect(await results(ann, flowId)).toEqual([
      { 'Who are you?': 'Ada', Gone: 'x' },
      { 'Who are you?': 'Bea', Gone: 'y' },
    ]);
    // Who opens the form from then on does not.
    const never = { ...answered, submission: freshId('sub'), token: late.token };
    const refused = await sendForm(server.url, flowId, never);
    expect(refused.status).toBe(409);
    const text = await refused.text();
    expect(text).toContain('This form was changed while you filled it in');
    expect(text).toContain('value="Ada"');
  });

  it('take answers still when somebody changed their fields in the results', async () => {
    const [name, guests] = [asked('short_text', 'Name'), asked('number', 'Guests')];
    const flowId = await publishedForm(ann, [name, guests]);
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
    const inTable = { basePublicId: flowId, tableId: must(metadata.tables[0]).id };
    await rpc(ann, 'fields.delete', { ...inTable, fieldId: name.id });
    await rpc(ann, 'fields.convert', {
      ...inTable,
      fieldId: guests.id,
      type: 'single_line_text',
      conversionContext: { timezone: 'UTC' },
    });
    const answer = async () => ({
      ...(await openForm(server.url, flowId)).parts(),
      [name.id]: 'Ada',
      [guests.id]: '2',
    });
    expect((await sendForm(server.url, flowId, await answer())).status).toBe(200);
    await rpc(ann, 'tables.delete', inTable);
    expect((await sendForm(server.url, flowId, await answer())).status).toBe(200);
    expect(await results(ann, flowId)).toEqual([
      { Name: 'Ada', Guests: '2' },
      { Name: 'Ada', Guests: '2' },
    ]);
    // The form's own doing is nobody's step: what the owner takes back is their own.
    const { actions } = await rpc(ann, 'history.undo', { basePublicId: flowId, count: 1 });
    expect(actions.map(({ type }) => type)).not.toContain('CREATE_RECORD');
    expect((await results(ann, flowId)).length).toBe(2);
  });
});
