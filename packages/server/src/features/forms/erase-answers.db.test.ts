import { integrationKind } from '@weft/integrations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, freshId, openForm, publishedForm, removeOld, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const email = asked('email', 'Email', true);
const name = asked('short_text', 'Name');

const answer = async (flowId: string, address: string, called: string) => {
  const { parts } = await openForm(server.url, flowId);
  const sent = { ...parts(), [email.id]: address, ...(called !== '' && { [name.id]: called }) };
  expect((await sendForm(server.url, flowId, sent)).status).toBe(200);
};
/** What the base of a form holds of its answers, in its table and in its history. */
const held = async (flowId: string) => {
  const of = { basePublicId: flowId };
  const { metadata } = await rpc(ann, 'metadata.get', of);
  const tableId = metadata.tables[0]?.id ?? '';
  const { records } = await rpc(ann, 'records.list', { ...of, tableId, limit: 100 });
  const { actions } = await rpc(ann, 'history.list', { ...of, limit: 50 });
  return { count: records.length, text: JSON.stringify([records, actions]) };
};

it('the answers of a mail address are erased from table, history and counts; the others stay', async () => {
  const flowId = await publishedForm(ann, [email, name]);
  await answer(flowId, 'ada@example.org', 'Secret Ada');
  await answer(flowId, 'ADA@example.org', 'Secret Ada too');
  await answer(flowId, 'bert@example.org', 'Public Bert');
  expect(await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'ada@example.org' })).toEqual({ erased: 2 });
  const { count, text } = await held(flowId);
  expect([count, text.includes('Secret'), text.includes('Public Bert')]).toEqual([1, false, true]);
  const { sessionCounts } = await rpc(ann, 'forms.sessionCounts', { flowId });
  expect(sessionCounts.finished).toBe(1);
});

it('answers in the trash and in rows of a repeating group are erased too', async () => {
  const guests = asked('repeating_group', 'Guests');
  const flowId = await publishedForm(ann, [email, name, guests]);
  await answer(flowId, 'ada@example.org', 'Secret in the trash');
  const of = { basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` };
  const [trashed] = (await rpc(ann, 'records.list', { ...of, limit: 1 })).records;
  await rpc(ann, 'records.bulkDelete', { ...of, actionId: freshId('act'), recordIds: [trashed?.id ?? ''] });
  const { parts } = await openForm(server.url, flowId);
  const guest = `${guests.parts[0]?.id}_0`;
  const sent = { ...parts(), [email.id]: 'bert@example.org', [name.id]: 'Secret host' };
  expect((await sendForm(server.url, flowId, { ...sent, [guest]: 'ADA@example.org' })).status).toBe(200);
  await answer(flowId, 'cleo@example.org', 'Public Cleo');
  expect(await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'ada@example.org' })).toEqual({ erased: 2 });
  const { count, text } = await held(flowId);
  expect([count, text.includes('Secret'), text.includes('Public Cleo')]).toEqual([1, false, true]);
});

it('answers that gave the address until they were edited are erased too, wherever it is now', async () => {
  const flowId = await publishedForm(ann, [email, name]);
  for (const [address, called] of [
    ['ADA@example.org', 'Secret edited'],
    ['ada@example.org', 'Secret cleared'],
    ['ada@example.org', 'Secret edited and deleted'],
    ['bert@example.org', 'Public Bert'],
  ] as const)
    await answer(flowId, address, called);
  const of = { basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` };
  const { records } = await rpc(ann, 'records.list', { ...of, limit: 4 });
  const idOf = (called: string) => records.find(({ data }) => data[name.id] === called)?.id ?? '';
  const set = (called: string, value: string | null) =>
    rpc(ann, 'records.update', { ...of, recordId: idOf(called), data: { [email.id]: value } });
  await set('Secret edited', 'ada@new.example');
  await set('Secret cleared', null);
  await set('Secret edited and deleted', null);
  await set('Public Bert', 'bert@new.example');
  const recordIds = [idOf('Secret edited and deleted')];
  await rpc(ann, 'records.bulkDelete', { ...of, actionId: freshId('act'), recordIds });
  expect(await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'ada@example.org' })).toEqual({ erased: 3 });
  const { count, text } = await held(flowId);
  expect([count, text.includes('Secret'), text.includes('Public Bert')]).toEqual([1, false, true]);
  expect(text.toLowerCase()).not.toContain('ada@');
});

it('answers that were not finished are erased too, where a line of them is the address', async () => {
  const notes = asked('long_text', 'Notes');
  const flowId = await publishedForm(ann, [notes]);
  const { sessionCounts: before } = await rpc(ann, 'forms.sessionCounts', { flowId });
  for (const text of ['Secret\r\n Ada@example.org\r\nbye', 'ask ada@example.org']) {
    const { parts } = await openForm(server.url, flowId);
    const body = new URLSearchParams({ ...parts(), [notes.id]: text });
    await fetch(new URL(`/t/${flowId}/unfinished`, server.url), { method: 'POST', body });
  }
  expect(await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'ada@example.org' })).toEqual({ erased: 1 });
  const { sessionCounts } = await rpc(ann, 'forms.sessionCounts', { flowId });
  expect(sessionCounts).toEqual({ ...before, in_progress: 1 });
});

it('what looked like spam, or was not finished, is kept no longer than the answers of its form', async () => {
  const flowId = await publishedForm(ann, [name]);
  const { parts } = await openForm(server.url, flowId);
  await sendForm(server.url, flowId, {
    ...parts(),
    [name.id]: 'Secret Ada',
    website: 'https://spam.example',
  });
  const begun = new URLSearchParams({ ...(await openForm(server.url, flowId)).parts(), [name.id]: 'Bert' });
  await fetch(new URL(`/t/${flowId}/unfinished`, server.url), { method: 'POST', body: begun });
  const age = sql`update weft.form_sessions set updated_at = now() - interval '29 days' where flow_id = ${flowId}`;
  await age.execute(server.control);
  const kept = async () => {
    await removeOld(server);
    const { sessionCounts } = await rpc(ann, 'forms.sessionCounts', { flowId });
    return [sessionCounts.spam, sessionCounts.in_progress];
  };
  expect(await kept()).toEqual([1, 1]);
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { retentionDays: 28 } });
  expect(await kept()).toEqual([0, 0]);
});

it('answers that a crash left half erased are erased by the next run', async () => {
  const flowId = await publishedForm(ann, [email, name]);
  await answer(flowId, 'ada@example.org', 'Secret Ada');
  const of = { basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` };
  const [record] = (await rpc(ann, 'records.list', { ...of, limit: 1 })).records;
  await sql`insert into weft.form_erasures values (${flowId}, ${record?.id})`.execute(server.control);
  await rpc(ann, 'records.bulkDelete', { ...of, actionId: freshId('act'), recordIds: [record?.id ?? ''] });
  expect((await held(flowId)).text).toContain('Secret');
  await removeOld(server);
  expect((await held(flowId)).text).not.toContain('Secret');
  const left = await sql`select * from weft.form_erasures`.execute(server.control);
  expect(left.rows).toEqual([]);
});

it('an address that differs by an accent is somebody else’s', async () => {
  const flowId = await publishedForm(ann, [email, name]);
  await answer(flowId, 'muller@example.org', 'Secret Muller');
  await answer(flowId, 'müller@example.org', 'Public Müller');
  expect(await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'muller@example.org' })).toEqual({
    erased: 1,
  });
  expect(await held(flowId)).toMatchObject({ count: 1, text: expect.stringContaining('Public Müller') });
  expect(await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'müller@example.org' })).toEqual({
    erased: 1,
  });
});

it('an erased answer leaves nothing of the attempt at the quiz it is of', async () => {
  const flowId = await publishedForm(ann, [email]);
  await answer(flowId, 'ada@example.org', '');
  const begin = sql`insert into weft.quiz_attempts (flow_id, id, person, number, started_at)
    select flow_id, id, 'hash', row_number() over (), now() from weft.form_sessions where flow_id = ${flowId}`;
  await begin.execute(server.control);
  await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'ada@example.org' });
  const left = await sql`select id from weft.quiz_attempts where flow_id = ${flowId}`.execute(server.control);
  expect(left.rows).toEqual([]);
});

it('an erased answer leaves nothing of what waits to be written to services', async () => {
  const flowId = await publishedForm(ann, [email, name]);
  await answer(flowId, 'ada@example.org', 'Secret Ada');
  await answer(flowId, 'bert@example.org', 'Public Bert');
  const kinds = sql.join(['mail', 'webhook', 'database', integrationKind].map((kind) => sql`(${kind})`));
  const write = sql`insert into weft.deliveries (id, kind, idempotency_key, target, title, state)
    select 'dlv ' || id || k.kind, k.kind, flow_id || ' ' || id || ' int', 'somewhere', 'Guests', 'failed'
    from weft.form_sessions, (values ${kinds}) as k (kind) where flow_id = ${flowId}`;
  await write.execute(server.control);
  await rpc(ann, 'forms.eraseAnswersOf', { flowId, email: 'ada@example.org' });
  const left = await sql<{ kind: string }>`select kind from weft.deliveries
    where idempotency_key like ${flowId} || ' %' and target = 'somewhere' order by kind`.execute(
    server.control,
  );
  expect(left.rows.map(({ kind }) => kind)).toEqual(['database', 'integration', 'mail', 'webhook']);
});

it('answers are erased once their form keeps them no longer', async () => {
  const [flowId, other] = [await publishedForm(ann, [email, name]), await publishedForm(ann, [email, name])];
  for (const form of [flowId, other]) await answer(form, 'ada@example.org', 'Secret Ada');
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { retentionDays: 30 } });
  await sql`update weft.form_sessions set updated_at = now() - interval '31 days'`.execute(server.control);
  await removeOld(server);
  expect(await held(flowId)).toMatchObject({ count: 0 });
  expect((await held(flowId)).text).not.toContain('Secret');
  expect((await held(other)).count).toBe(1);
});
