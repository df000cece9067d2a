import type { Attachment } from '@weft/core';
import { AiServer } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, share, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from '../forms/testing.ts';

const model = new AiServer();
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  await model.listen();
  server = await startTestServer({ AI_BASE_URL: model.baseUrl, AI_API_KEY: AiServer.key });
  ann = await server.signUp('Ann Owner');
});
afterAll(async () => {
  await server.close();
  await model[Symbol.asyncDispose]();
});

const create = (type: string, config: object) =>
  ann.call('POST', `/admin/services/create/${type}`, { serviceName: type, config });
const connected = async (type: string, config: object = {}): Promise<string> => {
  const answer = (await (await create(type, config)).json()) as {
    readonly service?: { readonly id: string };
  };
  return must(answer.service, JSON.stringify(answer)).id;
};
const answer = async (flowId: string, sent: Record<string, string>) => {
  const { parts } = await openForm(server.url, flowId);
  expect((await sendForm(server.url, flowId, { ...parts(), ...sent })).status).toBe(200);
};
const settledRun = async (flowId: string) => {
  for (;;) {
    const [run] = (await rpc(ann, 'integrations.log', { flowId })).runs;
    if (run !== undefined && run.state !== 'waiting') return run;
    await new Promise((done) => setTimeout(done, 20));
  }
};

it('puts each answer to the language model of the server, counted for the organization', async () => {
  const { services } = await rpc(ann, 'integrations.catalogue', {});
  const keyToUse = must(services.find(({ type }) => type === 'openai'))
    .ways.flatMap(({ fields }) => fields)
    .find(({ key }) => key === 'keyToUse');
  expect(keyToUse?.choices).toContainEqual(
    expect.objectContaining({ value: 'zite', warning: 'Overage charges may apply.' }),
  );
  expect((await create('openai', { keyToUse: 'custom' })).status).toBe(400);
  const serviceId = await connected('openai', { keyToUse: 'zite' });
  const name = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [name]);
  const nameMappings = { prompt: { template: 'Greet {{Name}}' } };
  const writeQuery = { config: { settings: {}, nameMappings } };
  await rpc(ann, 'integrations.connect', { flowId, serviceId, serviceType: 'openai', writeQuery });
  model.answers.push('Hello Ada');
  await answer(flowId, { [name.id]: 'Ada' });
  expect(await settledRun(flowId)).toMatchObject({ state: 'sent', answer: 'Answered: Hello Ada' });
  expect(model.requests.at(-1)?.messages).toEqual([{ role: 'user', content: 'Greet Ada' }]);
  const usage = await (await ann.call('GET', '/v1/usage')).json();
  expect(usage).toMatchObject({ ai: { calls: 1, tokensIn: 100, tokensOut: 20 } });
});

it('does not offer what the server has not', async () => {
  const bare = await startTestServer();
  try {
    const bea = await bare.signUp('Bea');
    const { services } = await rpc(bea, 'integrations.catalogue', {});
    const choices = services.find(({ type }) => type === 'openai')?.ways[0]?.fields[0]?.choices;
    expect(choices?.map(({ value }) => value)).toEqual(['custom']);
    const body = { serviceName: 'AI', config: { keyToUse: 'zite' } };
    const refused = await bea.call('POST', '/admin/services/create/openai', body);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining('no language model'),
    ]);
  } finally {
    await bare.close();
  }
});

it('sends answers on to another form, each once, and never around in a circle', async () => {
  const choice = asked('single_choice', 'Meal');
  const [theirName, coming] = [asked('short_text', 'Name', true), asked('checkbox', 'Coming')];
  const target = await publishedForm(ann, [theirName, choice, coming], 'Kitchen');
  const [name, meal] = [asked('short_text', 'Name', true), asked('single_choice', 'Meal')];
  const source = await publishedForm(ann, [name, meal], 'Guests');
  const serviceId = await connected('weft');
  const { choices } = await rpc(ann, 'integrations.targets', { serviceId, step: 'formId' });
  expect(choices).toEqual(expect.arrayContaining([{ id: target, name: 'Kitchen' }]));
  const settings = { formId: target, formTitle: 'Kitchen' };
  const { fields } = await rpc(ann, 'integrations.fields', { serviceId, settings });
  expect(fields.map(({ name: label, kind, required }) => [label, kind, required])).toEqual([
    ['Name', 'text', true],
    ['Meal', 'choice', false],
    ['Coming', 'boolean', false],
  ]);
  const nameMappings = {
    [theirName.id]: { questionId: name.id },
    [choice.id]: { questionId: meal.id },
    [coming.id]: { template: 'true' },
  };
  const of = { serviceId, serviceType: 'weft', writeQuery: { config: { settings, nameMappings } } };
  await rpc(ann, 'integrations.connect', { flowId: source, ...of });
  const back = { config: { settings: { formId: source }, nameMappings: { [name.id]: { template: 'x' } } } };
  for (const flowId of [target, source])
    await expect(rpc(ann, 'integrations.connect', { ...of, flowId, writeQuery: back })).rejects.toMatchObject(
      { message: expect.stringContaining('choose another') },
    );
  await answer(source, { [name.id]: 'Ada', [meal.id]: must(meal.choices[0]).id });
  const run = await settledRun(source);
  expect(run).toMatchObject({ state: 'sent', answer: 'Added an answer' });
  // Once more by hand, as after a lost answer: it is known.
  await rpc(ann, 'integrations.replay', { flowId: source, runId: run.id });
  expect(await settledRun(source)).toMatchObject({ state: 'sent' });
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: target });
  const tableId = must(metadata.tables[0]).id;
  const { records } = await rpc(ann, 'records.list', { basePublicId: target, tableId });
  expect(records.map(({ data }) => [data[theirName.id], data[choice.id], data[coming.id]])).toEqual([
    ['Ada', must(choice.choices[0]).id, true],
  ]);
});

it('holds an answer whose condition asks about a question that is gone, until the condition is set again', async () => {
  const theirs = asked('short_text', 'Name', true);
  const target = await publishedForm(ann, [theirs], 'Kitchen');
  const name = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [name]);
  const serviceId = await connected('weft');
  const config = {
    settings: { formId: target },
    nameMappings: { [theirs.id]: { questionId: name.id } },
  };
  const named = (fieldId: string) => ({
    conjunction: 'and' as const,
    items: [{ fieldId, operator: 'contains', value: 'Bert' }],
  });
  const of = { flowId, serviceId, serviceType: 'weft' };
  const { id: integrationId } = await rpc(ann, 'integrations.connect', {
    ...of,
    writeQuery: { config: { ...config, when: named('fldGone') } },
  });
  await answer(flowId, { [name.id]: 'Ada' });
  const held = await settledRun(flowId);
  expect(held).toMatchObject({ state: 'failed', answer: expect.stringContaining('Nothing was written') });
  await rpc(ann, 'integrations.update', {
    ...{ flowId, integrationId },
    writeQuery: { config: { ...config, when: named(name.id) } },
  });
  await rpc(ann, 'integrations.replay', { flowId, runId: held.id });
  expect(await settledRun(flowId)).toMatchObject({ state: 'sent' });
  // The condition does not hold for this one: it is sent only where somebody says so.
  await answer(flowId, { [name.id]: 'Cleo' });
  const { runs } = await rpc(ann, 'integrations.log', { flowId, state: 'skipped' });
  expect(runs).toMatchObject([{ state: 'skipped', answer: 'Skipped: Name is Cleo', attempts: 0 }]);
  await rpc(ann, 'integrations.replay', { flowId, runId: must(runs[0]).id });
  expect(await settledRun(flowId)).toMatchObject({ state: 'sent', answer: 'Added an answer' });
});

it('leads nobody but its owner to their forms', async () => {
  const name = asked('short_text', 'Name', true);
  const secret = await publishedForm(ann, [name], 'Salaries');
  const own = await publishedForm(ann, [asked('short_text', 'Name', true)], 'Shared');
  const { code } = (await (await ann.call('POST', '/v1/invitations', {})).json()) as {
    readonly code: string;
  };
  const bea = await server.signUp('Bea Colleague', { invitationCode: code });
  await share(ann, own, bea);
  const body = { serviceName: 'Forms', config: {}, access: 'organization' };
  const made = (await (await ann.call('POST', '/admin/services/create/weft', body)).json()) as {
    readonly service: { readonly id: string; readonly access: string };
  };
  const { id: serviceId } = made.service;
  const edited = await ann.call('POST', `/admin/services/edit/${serviceId}`, { access: 'organization' });
  expect(made.service.access).toBe('owner');
  expect(await edited.json()).toMatchObject({ service: { access: 'owner' } });
  const gone = { message: 'Connection not found' };
  await expect(rpc(bea, 'integrations.targets', { serviceId, step: 'formId' })).rejects.toMatchObject(gone);
  const writeQuery = {
    config: { settings: { formId: secret }, nameMappings: { [name.id]: { template: 'x' } } },
  };
  const of = { flowId: own, serviceId, serviceType: 'weft', writeQuery };
  await expect(rpc(bea, 'integrations.connect', of)).rejects.toMatchObject(gone);
  const { choices } = await rpc(ann, 'integrations.targets', { serviceId, step: 'formId' });
  expect(choices).toContainEqual({ id: secret, name: 'Salaries' });
});

it('makes a PDF of each answer and keeps it with the answer', async () => {
  const name = asked('short_text', 'Name', true);
  const flowId = await publishedForm(ann, [name], 'Offers');
  const serviceId = await connected('generatePDF');
  const nameMappings = {
    name: { template: 'Offer for {{Name}}' },
    text: { template: '# Offer\nDear {{Name}},\nשלום' },
  };
  const config = { settings: {}, nameMappings };
  const of = { flowId, serviceId, serviceType: 'generatePDF' };
  await rpc(ann, 'integrations.connect', { ...of, writeQuery: { config } });
  const test = await ann.call('POST', `/v1/admin/integrations/${flowId}/test?mode=edit`, {
    ...{ serviceType: 'generatePDF', serviceId, config, organizationId: 'x', flowId, timezone: 'UTC' },
  });
  expect(await test.json()).toMatchObject({ data: { said: expect.stringContaining('A test keeps none') } });
  await answer(flowId, { [name.id]: 'Ada' });
  const run = await settledRun(flowId);
  expect(run).toMatchObject({ state: 'sent', answer: 'Made Offer for Ada.pdf and kept it with the answer' });
  const kept = async () => {
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
    const table = must(metadata.tables[0]);
    const column = must(table.fields.find((field) => field.name === 'PDF'));
    const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
    return records.map(({ data }) => data[column.id] as readonly Attachment[]);
  };
  const [files] = await kept();
  expect(files).toMatchObject([{ originalName: 'Offer for Ada.pdf', mimeType: 'application/pdf' }]);
  const file = await ann.call('GET', must(files?.[0]).url);
  expect(file.status).toBe(200);
  expect((await file.text()).startsWith('%PDF-')).toBe(true);
  // Made once more, it takes the place of the first.
  await rpc(ann, 'integrations.replay', { flowId, runId: run.id });
  await settledRun(flowId);
  const namesOf = async () => (await kept()).map((items) => items.map(({ originalName }) => originalName));
  expect(await namesOf()).toEqual([['Offer for Ada.pdf']]);

  // What somebody puts beside it stays.
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const table = must(metadata.tables[0]);
  const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
  const column = must(table.fields.find((field) => field.name === 'PDF')).id;
  const [made] = must((await kept())[0]);
  const at = { basePublicId: flowId, tableId: table.id };
  const form = new FormData();
  form.set('file', new Blob(['signed']), 'Signed.txt');
  const uploaded = (await (
    await fetch(new URL('/fileupload', server.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        ...{ 'base-public-id': flowId, 'table-id': table.id, 'field-id': column },
      },
      body: form,
    })
  ).json()) as { readonly url: string };
  const beside = {
    ...must(made),
    filename: must(new URL(uploaded.url).pathname.split('/')[2]),
    url: uploaded.url,
  };
  const data = { [column]: [must(made), beside] };
  await rpc(ann, 'records.update', { ...at, recordId: must(records[0]).id, data });
  await rpc(ann, 'integrations.replay', { flowId, runId: run.id });
  await settledRun(flowId);
  expect(await namesOf()).toEqual([['Offer for Ada.pdf', 'Signed.txt']]);
});

it('offers no form that tells answers apart by their browser: another form has none', async () => {
  const target = await publishedForm(ann, [asked('short_text', 'Name', true)], 'Votes');
  await rpc(ann, 'forms.updateSettings', { flowId: target, settings: { onePerPerson: 'browser' } });
  const serviceId = await connected('weft');
  const settings = { formId: target, formTitle: 'Votes' };
  await expect(rpc(ann, 'integrations.fields', { serviceId, settings })).rejects.toMatchObject({
    message: expect.stringContaining('takes one answer from each browser'),
  });
});

it('forms that are connected to each other at the same moment do not both write to the other', async () => {
  const question = asked('short_text', 'Name', true);
  const [first, second] = [await publishedForm(ann, [question]), await publishedForm(ann, [question])];
  const serviceId = await connected('weft');
  const connect = (flowId: string, formId: string) => {
    const config = {
      settings: { formId },
      nameMappings: { [question.id]: { questionId: question.id } },
    };
    return rpc(ann, 'integrations.connect', {
      ...{ flowId, serviceId, serviceType: 'weft', writeQuery: { config } },
    });
  };
  await Promise.allSettled([connect(first, second), connect(second, first)]);
  const written = async (flowId: string) => (await rpc(ann, 'integrations.list', { flowId })).integrations;
  expect((await written(first)).length + (await written(second)).length).toBeLessThan(2);
});
