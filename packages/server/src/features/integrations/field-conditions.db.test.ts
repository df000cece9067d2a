import { must } from '@weft/std';
import { expect, it, onTestFinished } from 'vitest';
import { rpc, startTestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';

it('each field of a target is written where its own condition holds, and an answer is held where nobody knows', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const ann = await server.signUp('Ann Owner');
  const [theirName, theirNote] = [asked('short_text', 'Name', true), asked('short_text', 'Note')];
  const target = await publishedForm(ann, [theirName, theirNote], 'Kitchen');
  const [name, diet, extra] = [
    asked('short_text', 'Name', true),
    asked('short_text', 'Diet'),
    asked('short_text', 'Extra'),
  ];
  const flowId = await publishedForm(ann, [name, diet, extra], 'Guests');
  const body = { serviceName: 'Forms', config: {} };
  const made = await (await ann.call('POST', '/admin/services/create/weft', body)).json();
  const serviceId = (made as { service: { id: string } }).service.id;
  const when = (fieldId: string, operator: string, value?: string) => ({
    conjunction: 'and' as const,
    items: [{ fieldId, operator, ...(value !== undefined && { value }) }],
  });
  const query = (note: ReturnType<typeof when>, all?: ReturnType<typeof when>) => ({
    config: {
      settings: { formId: target },
      nameMappings: {
        [theirName.id]: { questionId: name.id, ...(all && { when: all }) },
        [theirNote.id]: { template: 'Eats {{Diet}}', when: note },
      },
    },
  });
  const { id: integrationId } = await rpc(ann, 'integrations.connect', {
    ...{ flowId, serviceId, serviceType: 'weft', writeQuery: query(when(diet.id, 'contains', 'vegan')) },
  });
  const setTo = (writeQuery: ReturnType<typeof query>) =>
    rpc(ann, 'integrations.update', { flowId, integrationId, writeQuery });
  const shown = (await rpc(ann, 'integrations.list', { flowId })).integrations[0];
  expect(shown?.writeQuery.config.nameMappings[theirNote.id]?.when).toEqual(
    when(diet.id, 'contains', 'vegan'),
  );
  const answer = async (sent: Record<string, string>) => {
    const { parts } = await openForm(server.url, flowId);
    expect((await sendForm(server.url, flowId, { ...parts(), ...sent })).status).toBe(200);
  };
  const settledRun = async (count: number) => {
    for (;;) {
      const { runs } = await rpc(ann, 'integrations.log', { flowId });
      if (runs.length === count && runs[0]?.state !== 'waiting') return must(runs[0]);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const kept = async () => {
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: target });
    const tableId = must(metadata.tables[0]).id;
    const { records } = await rpc(ann, 'records.list', { basePublicId: target, tableId });
    return records.map(({ data }) => [data[theirName.id], data[theirNote.id] ?? null]);
  };
  await answer({ [name.id]: 'Ada', [diet.id]: 'vegan' });
  await settledRun(1);
  await answer({ [name.id]: 'Bo', [diet.id]: 'fish' });
  await settledRun(2);
  // What was asked and left empty is known to be empty.
  await setTo(query(when(extra.id, 'is_empty')));
  await answer({ [name.id]: 'Cy', [diet.id]: 'meat' });
  expect(await settledRun(3)).toMatchObject({ state: 'sent' });
  expect(await kept()).toEqual([
    ['Ada', 'Eats vegan'],
    ['Bo', null],
    ['Cy', 'Eats meat'],
  ]);

  // A question that is gone: nothing is written until the condition is set again.
  await setTo(query(when('fldGone', 'contains', 'x')));
  await answer({ [name.id]: 'Di' });
  const held = await settledRun(4);
  expect(held).toMatchObject({ state: 'failed', answer: expect.stringContaining('condition of Note') });
  await setTo(query(when(diet.id, 'contains', 'vegan')));
  await rpc(ann, 'integrations.replay', { flowId, runId: held.id });
  expect(await settledRun(4)).toMatchObject({ state: 'sent' });
  expect((await kept()).at(-1)).toEqual(['Di', null]);

  // Without what has to be there nothing is written, and the log says why.
  await setTo(query(when(diet.id, 'contains', 'vegan'), when(name.id, 'contains', 'Zoe')));
  await answer({ [name.id]: 'Ed' });
  expect((await settledRun(5)).answer).toMatch(/Name has to be filled in/);
  expect(await kept()).toHaveLength(4);
});
