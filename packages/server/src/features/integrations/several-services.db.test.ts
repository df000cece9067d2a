import { localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { expect, it, onTestFinished } from 'vitest';
import { rpc, startTestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';

const until = async (isDone: () => Promise<boolean>) => {
  while (!(await isDone())) await new Promise((done) => setTimeout(done, 20));
};

it('an answer goes to four services at once, and again to the one that refused it', async () => {
  const types = ['airtable', 'notion', 'hubspot', 'monday'];
  const { server: local, vendors, thirdParties } = await localVendors(types);
  onTestFinished(() => local[Symbol.asyncDispose]());
  const server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' }, { thirdParties });
  onTestFinished(() => server.close());
  const ann = await server.signUp('Ann Owner');

  const questions = [
    asked('short_text', 'Name', true),
    asked('email', 'Mail'),
    asked('number', 'Age'),
    asked('date', 'Born'),
  ];
  const [name, mail, age, born] = questions.map(({ id }) => id).map((questionId) => ({ questionId }));
  const mappings: { readonly [type: string]: { readonly [fieldId: string]: { questionId: string } } } = {
    airtable: { fldName: must(name), fldAge: must(age), fldBorn: must(born) },
    notion: { title: must(name), age: must(age), at: must(born) },
    hubspot: { email: must(mail), firstname: must(name), born: must(born) },
    monday: { name: must(name), num_1: must(age), date_1: must(born) },
  };
  const flowId = await publishedForm(ann, questions);
  for (const serviceType of types) {
    const { ways, target } = must(vendors.get(serviceType));
    const { config } = must(ways.find(({ credential }) => credential !== undefined));
    const created = await ann.call('POST', `/admin/services/create/${serviceType}`, {
      ...{ serviceName: serviceType, config },
    });
    const { service } = (await created.json()) as { service: { id: string; state: string } };
    expect(service.state).toBe('ok');
    await rpc(ann, 'integrations.connect', {
      ...{ flowId, serviceId: service.id, serviceType },
      writeQuery: { config: { settings: target, nameMappings: must(mappings[serviceType]) } },
    });
  }

  local.reset();
  local.brokenHosts.set('api.hubapi.com', { kind: 'status', status: 422 });
  const { parts } = await openForm(server.url, flowId);
  const answer = {
    ...{ [must(name).questionId]: 'Ada', [must(mail).questionId]: 'ada@example.org' },
    ...{ [must(age).questionId]: '41.5', [must(born).questionId]: '2026-03-29' },
  };
  expect((await sendForm(server.url, flowId, { ...parts(), ...answer })).status).toBe(200);
  const runs = async () => (await rpc(ann, 'integrations.log', { flowId })).runs;
  const isSettled = async () => {
    const all = await runs();
    return all.length === types.length && all.every(({ state }) => state !== 'waiting');
  };
  await until(isSettled);
  const states = async () =>
    Object.fromEntries((await runs()).map(({ serviceType, state }) => [serviceType, state]));
  expect(await states()).toEqual({ airtable: 'sent', notion: 'sent', hubspot: 'failed', monday: 'sent' });

  local.brokenHosts.clear();
  const failed = must((await runs()).find(({ state }) => state === 'failed'));
  await rpc(ann, 'integrations.replay', { flowId, runId: failed.id });
  await until(async () => Object.values(await states()).every((state) => state === 'sent'));

  const bodies = local.calls
    .filter(
      ({ route, body }) => route.url.endsWith('/upsert') || (body !== null && local.isAdding(route, body)),
    )
    .map(({ body }) => body);
  expect(bodies).toHaveLength(types.length);
  expect(bodies).toEqual(
    expect.arrayContaining([
      {
        typecast: true,
        records: [{ fields: { fldName: 'Ada', fldAge: 41.5, fldBorn: '2026-03-29' } }],
      },
      expect.objectContaining({
        properties: {
          title: { title: [{ type: 'text', text: { content: 'Ada' } }] },
          ...{ age: { number: 41.5 }, at: { date: { start: '2026-03-29' } } },
        },
      }),
      {
        inputs: [
          {
            ...{ id: 'ada@example.org', idProperty: 'email' },
            properties: { email: 'ada@example.org', firstname: 'Ada', born: '2026-03-29' },
          },
        ],
      },
      expect.objectContaining({
        variables: expect.objectContaining({
          values: JSON.stringify({ num_1: '41.5', date_1: { date: '2026-03-29' } }),
        }),
      }),
    ]),
  );
  expect(local.violations).toEqual([]);
});
