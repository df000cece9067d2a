import { must } from '@weft/std';
import { expect, it, onTestFinished } from 'vitest';
import { rpc, startTestServer } from '../../testing.ts';
import { asked, edit, openForm, publishedForm, sendForm } from '../forms/testing.ts';

it('a text goes on with the questions that it named, whatever they are called since', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const ann = await server.signUp('Ann Owner');
  const note = asked('short_text', 'Note');
  const target = await publishedForm(ann, [note], 'Kitchen');
  const [name, seats] = [asked('short_text', 'Your name', true), asked('number', 'Seats')];
  const flowId = await publishedForm(ann, [name, seats], 'Guests');
  const made = await ann.call('POST', '/admin/services/create/weft', { serviceName: 'Forms', config: {} });
  const { service } = (await made.json()) as { service: { id: string } };
  const query = (template: string) => ({
    config: { settings: { formId: target }, nameMappings: { [note.id]: { template } } },
  });
  const { id: integrationId } = await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId: service.id, serviceType: 'weft' },
    writeQuery: query('{{your name}} wants {{Seats}}, says {{Nobody}}'),
  });
  let version = 1;
  const rename = async (id: string, before: string, after: string) => {
    ({ version } = await edit(ann, flowId, version, [{ kind: 'prop', id, key: 'label', before, after }]));
    await rpc(ann, 'forms.publish', { flowId, version });
  };
  const written = async (count: number) => {
    const { parts } = await openForm(server.url, flowId);
    const sent = await sendForm(server.url, flowId, { ...parts(), [name.id]: 'Ada', [seats.id]: '3' });
    expect(sent.status).toBe(200);
    for (;;) {
      const { runs } = await rpc(ann, 'integrations.log', { flowId });
      if (runs.length === count && runs[0]?.state === 'sent') break;
      await new Promise((done) => setTimeout(done, 20));
    }
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: target });
    const tableId = must(metadata.tables[0]).id;
    const { records } = await rpc(ann, 'records.list', { basePublicId: target, tableId });
    return records.at(-1)?.data[note.id];
  };
  const shown = async () => {
    const { integrations } = await rpc(ann, 'integrations.list', { flowId });
    return integrations[0]?.writeQuery.config.nameMappings[note.id];
  };

  await rename(name.id, 'Your name', 'Full name');
  expect(await written(1)).toBe('Ada wants 3, says');
  expect(await shown()).toEqual({ template: '{{Full name}} wants {{Seats}}, says {{Nobody}}' });

  // Two exchange their names: each stays what it was.
  await rename(name.id, 'Full name', 'Guest');
  await rename(seats.id, 'Seats', 'Full name');
  expect(await written(2)).toBe('Ada wants 3, says');
  expect(await shown()).toEqual({ template: '{{Guest}} wants {{Full name}}, says {{Nobody}}' });

  // Saved from a window that was open before, and written anew.
  const update = (template: string) =>
    rpc(ann, 'integrations.update', { flowId, integrationId, writeQuery: query(template) });
  await update('Dear {{Your name}}');
  expect(await written(3)).toBe('Dear Ada');
  await update('{{Full name}} for {{Guest}}');
  expect(await written(4)).toBe('3 for Ada');

  // Of two who change it at once, the later is told.
  const versionNow = async () =>
    must((await rpc(ann, 'integrations.list', { flowId })).integrations[0]).version;
  const known = await versionNow();
  const change = (template: string, of: string) =>
    rpc(ann, 'integrations.update', { flowId, integrationId, writeQuery: query(template), version: of });
  await change('First', known);
  await expect(change('Second', known)).rejects.toThrow(/Somebody else has changed it meanwhile/);
  expect(await shown()).toEqual({ template: 'First' });
  await change('Second', await versionNow());
  expect(await shown()).toEqual({ template: 'Second' });
});
