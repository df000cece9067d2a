import { localVendors } from '@weft/integrations/testing';
import { must } from '@weft/std';
import { emptyDatabase, postgresServer } from '@weft/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';

let vendor: Awaited<ReturnType<typeof localVendors>>;
let server: TestServer;
let ann: TestPerson;
async function begin(engine: 'embedded' | 'PostgreSQL') {
  vendor = await localVendors(['jotform', 'typeform', 'surveyMonkey']);
  const { thirdParties } = vendor;
  const own = engine === 'embedded' ? {} : (await emptyDatabase()).settings;
  server = await startTestServer({ ALLOW_PRIVATE_HOSTS: '127.0.0.1', ...own }, { thirdParties });
  ann = await server.signUp('Ann Owner');
}
async function end() {
  await server.close();
  await vendor.server[Symbol.asyncDispose]();
}

const until = async (isDone: () => Promise<boolean>) => {
  for (let tries = 0; tries < 400; tries++) {
    if (await isDone()) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error('It did not come to that');
};

/** A draft of the form of a service, whose answers are asked for too. */
async function importedForm(type: string, way: number): Promise<string> {
  const { ways, target } = must(vendor.vendors.get(type));
  const body = { serviceName: type, config: must(ways[way]).config };
  const made = await (await ann.call('POST', `/admin/services/create/${type}`, body)).json();
  const serviceId = (made as { service: { id: string } }).service.id;
  vendor.server.calls.length = 0;
  const from = { serviceId, formId: must(target.formId), answers: true };
  return (await rpc(ann, 'forms.create', { name: 'Guests', from })).flowId;
}
const importOf = async (flowId: string) => must((await rpc(ann, 'forms.answerImport', { flowId })).import);
const ended = async (flowId: string, state: string) => {
  await until(async () => (await importOf(flowId)).state === state);
  return importOf(flowId);
};
async function recordsOf(flowId: string) {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const [table] = metadata.tables;
  const { records } = await rpc(ann, 'records.list', {
    ...{ basePublicId: flowId, tableId: must(table).id, limit: 500 },
  });
  const idOf = (name: string) => must(table?.fields.find((field) => field.name === name)).id;
  return { table: must(table), records, idOf };
}

describe.each(['embedded', 'PostgreSQL'] as const)('answers of imported forms (%s)', (engine) => {
  describe.skipIf(engine === 'PostgreSQL' && postgresServer() === undefined)('', () => {
    beforeAll(() => begin(engine));
    afterAll(end);
    beforeEach(() => vendor.server.reset());

    it('takes over the answers of a form of Typeform with their times, and says what has no place', async () => {
      const flowId = await importedForm('typeform', 1);
      const done = await ended(flowId, 'done');
      expect(done).toMatchObject({ service: 'Typeform', taken: 201, total: 201, fault: null });
      expect(done.lost).toEqual([
        { text: '“Pay” is not asked here, so its answers were left out', answers: 1 },
      ]);
      const { records, idOf, table } = await recordsOf(flowId);
      expect(records).toHaveLength(201);
      const ada = must(records.find(({ data }) => data[idOf('Name')] === 'Ada')).data;
      const meal = must(table.fields.find(({ name }) => name.startsWith('What do you eat')));
      const { options } = meal.template as { readonly options: readonly { value: string; label: string }[] };
      expect(ada[meal.id]).toBe(options.find(({ label }) => label === 'Fish')?.value);
      expect(ada[idOf('Submitted')]).toBe('2026-03-01T09:02:30.000Z');
      expect([ada[idOf('People')], ada[idOf('Arrival')], ada[idOf('I agree')]]).toEqual([
        40,
        '2026-03-05T00:00:00.000Z',
        true,
      ]);
      // Nobody has to look through them again.
      const counts = await rpc(ann, 'forms.sessionCounts', { flowId });
      expect(counts).toMatchObject({ unreadCount: 0 });
      // Published, the questions go on with the fields that have these answers.
      const { version } = await rpc(ann, 'forms.get', { flowId });
      await rpc(ann, 'forms.publish', { flowId, version });
      expect((await recordsOf(flowId)).table.fields.map(({ id }) => id)).toEqual(
        table.fields.map(({ id }) => id),
      );
      expect(vendor.server.violations).toEqual([]);
      await rpc(ann, 'forms.changeAnswerImport', { flowId, to: 'dismiss' });
      expect(await rpc(ann, 'forms.answerImport', { flowId })).toEqual({ import: null });
    });

    it('goes on where it was once the service lets it, and takes no answer twice', async () => {
      // The form, the form for its answers, the first page, and the second.
      vendor.server.faults.set(4, { kind: 'status', status: 429, retryAfter: '1' });
      const flowId = await importedForm('typeform', 1);
      expect(await ended(flowId, 'done')).toMatchObject({ taken: 201 });
      expect((await recordsOf(flowId)).records).toHaveLength(201);
    });

    it('ends where the service gives the same page again and again', async () => {
      const items = Array.from({ length: 200 }, (_, at) => ({
        ...{ token: `t${at}`, response_id: `r${at}`, answers: [] },
        ...{ submitted_at: '2026-03-01T09:00:00Z', landed_at: '2026-03-01T09:00:00Z' },
      }));
      const text = JSON.stringify({ total_items: 200, page_count: 1, items });
      for (let nth = 3; nth < 1_000; nth++) vendor.server.faults.set(nth, { kind: 'body', text });
      const flowId = await importedForm('typeform', 1);
      expect(await ended(flowId, 'failed')).toMatchObject({
        ...{ taken: 200, fault: 'The service gives the same answers again and again' },
      });
    });

    it('is cancelled, keeps what was taken, and is resumed', async () => {
      vendor.server.faults.set(4, { kind: 'status', status: 429, retryAfter: '600' });
      const flowId = await importedForm('typeform', 1);
      await until(async () => (await importOf(flowId)).taken === 200);
      await rpc(ann, 'forms.changeAnswerImport', { flowId, to: 'cancel' });
      expect(await importOf(flowId)).toMatchObject({ state: 'cancelled', taken: 200, total: 201 });
      await rpc(ann, 'forms.changeAnswerImport', { flowId, to: 'resume' });
      expect(await ended(flowId, 'done')).toMatchObject({ taken: 201 });
      expect((await recordsOf(flowId)).records).toHaveLength(201);
    });

    it('says what is wrong, and tries again where somebody has mended it', async () => {
      vendor.server.faults.set(4, { kind: 'status', status: 404, body: '{"description":"Form not found"}' });
      const flowId = await importedForm('typeform', 1);
      expect(await ended(flowId, 'failed')).toMatchObject({
        taken: 200,
        fault: expect.stringContaining('Form not found'),
      });
      await rpc(ann, 'forms.changeAnswerImport', { flowId, to: 'resume' });
      expect(await ended(flowId, 'done')).toMatchObject({ taken: 201, fault: null });
      const eve = await server.signUp('Eve Stranger');
      await expect(rpc(eve, 'forms.answerImport', { flowId })).rejects.toMatchObject({ kind: 'not-found' });
      await expect(rpc(eve, 'forms.changeAnswerImport', { flowId, to: 'dismiss' })).rejects.toMatchObject({
        kind: 'not-found',
      });
    });

    it('takes over the answers of Jotform and SurveyMonkey', async () => {
      const ofJotform = await importedForm('jotform', 0);
      expect(await ended(ofJotform, 'done')).toMatchObject({ service: 'Jotform', taken: 100 });
      const jotform = await recordsOf(ofJotform);
      const guest = must(
        jotform.records.find(({ data }) => data[jotform.idOf('Submitted')] === '2026-03-01T09:02:30.000Z'),
      ).data;
      expect(guest[jotform.idOf('Name: First name')]).toBe('Ada K.');
      expect(guest[jotform.idOf('Meal: Other')]).toBe('Cake');
      const ofSurvey = await importedForm('surveyMonkey', 0);
      expect(await ended(ofSurvey, 'done')).toMatchObject({
        service: 'SurveyMonkey',
        taken: 101,
        total: 101,
      });
      const survey = await recordsOf(ofSurvey);
      const answers = survey.records.map(({ data }) => data[survey.idOf('Second')]);
      expect(answers).toContain('Two');
      expect(vendor.server.violations).toEqual([]);
    });
  });
});
