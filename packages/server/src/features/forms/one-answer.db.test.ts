import { answerIdsOf } from '@weft/forms';
import { must } from '@weft/std';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { asked, openForm, publishedForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

const email = asked('email', 'Email', true);
const reply = { notifyOwner: true, replySubject: 'Thank you', replyText: 'You are on the list.' };

async function answeredForm(settings: object) {
  const flowId = await publishedForm(ann, [email]);
  await rpc(ann, 'forms.updateSettings', { flowId, settings });
  const { parts } = await openForm(server.url, flowId);
  await sendForm(server.url, flowId, { ...parts(), [email.id]: 'ada@example.org' });
  const of = { basePublicId: flowId, tableId: `tbl${flowId.slice(3)}` };
  const { records } = await rpc(ann, 'records.list', { ...of, limit: 10 });
  return { flowId, of, recordId: must(records[0]).id };
}

it('one answer tells its version and what was sent of it, and its mails go out once more', async () => {
  const { flowId, recordId } = await answeredForm(reply);
  const first = await rpc(ann, 'forms.answer', { flowId, recordId });
  expect(first.session).toMatchObject({ version: 1, points: null });
  expect(first.sent.map(({ kind, title }) => [kind, title]).toSorted()).toEqual([
    ['mail', 'New answer to Guests'],
    ['mail', 'Thank you'],
  ]);
  expect(await rpc(ann, 'forms.resendMails', { flowId, recordId })).toEqual({
    toOwner: true,
    toRespondent: true,
  });
  await sql`insert into weft.deliveries (id, kind, idempotency_key, target, title, content, state)
    values ('dlv0', 'integration', ${`${flowId} ${first.session?.submissionId} int0`}, 'slack svc0 #team',
      'Guests', '{}'::jsonb, 'sent')`.execute(server.control);
  const { sent } = await rpc(ann, 'forms.answer', { flowId, recordId });
  expect(sent.filter(({ kind }) => kind === 'integration').map(({ to }) => to)).toEqual(['Slack']);
  expect(sent.filter(({ to }) => to === 'ada@example.org')).toHaveLength(2);
});

it('nobody’s mailbox is flooded by mails that are sent again', async () => {
  const { flowId, recordId } = await answeredForm({ ...reply, replySubject: 'See you', notifyOwner: false });
  for (const _again of [1, 2]) await rpc(ann, 'forms.resendMails', { flowId, recordId });
  await expect(rpc(ann, 'forms.resendMails', { flowId, recordId })).rejects.toMatchObject({ kind: 'limit' });
});

it('no mail is sent again of a form that sends none, or of an answer that is not there', async () => {
  const { flowId, recordId } = await answeredForm({ notifyOwner: false });
  await expect(rpc(ann, 'forms.resendMails', { flowId, recordId })).rejects.toMatchObject({
    kind: 'conflict',
  });
  const gone = { flowId, recordId: `rec${'0'.repeat(21)}` };
  for (const call of ['forms.answer', 'forms.resendMails'] as const)
    await expect(rpc(ann, call, gone)).rejects.toMatchObject({ kind: 'not-found' });
});

it('answers are marked in fields that stand behind the moment, are no questions, and are made once', async () => {
  const { flowId, of } = await answeredForm(reply);
  const made = await rpc(ann, 'forms.prepareMarks', { flowId });
  expect(await rpc(ann, 'forms.prepareMarks', { flowId })).toEqual(made);
  const { metadata } = await rpc(ann, 'metadata.get', of);
  expect(metadata.tables[0]?.fields.map(({ name }) => name)).toEqual([
    'Submitted',
    'Starred',
    'Tags',
    'Email',
  ]);
  const { questions } = await rpc(ann, 'forms.summary', { flowId });
  expect(questions.map(({ label }) => label)).toEqual(['Email']);
});

it('what the form writes by itself is edited, cleared, converted and deleted by nobody', async () => {
  const { flowId, of, recordId } = await answeredForm(reply);
  const fieldId = answerIdsOf(flowId).submittedId;
  const when = '2020-01-01T00:00:00.000Z';
  const data = { [fieldId]: when };
  const records = [{ id: recordId, data }];
  const conversionContext = { timezone: 'UTC', locale: 'en-US' };
  for (const edit of [
    () => rpc(ann, 'records.update', { ...of, recordId, data }),
    () => rpc(ann, 'records.create', { ...of, records: [{ data }] }),
    () => rpc(ann, 'records.bulkUpdate', { ...of, records }),
    () => rpc(ann, 'records.bulkClear', { ...of, records: [{ id: recordId, fieldIds: [fieldId] }] }),
    () => rpc(ann, 'fields.convert', { ...of, fieldId, type: 'single_line_text', conversionContext }),
    () => rpc(ann, 'fields.delete', { ...of, fieldId }),
  ])
    await expect(edit()).rejects.toThrow('The form itself writes this field');
  await rpc(ann, 'records.update', { ...of, recordId, data: { [email.id]: 'eve@example.org' } });
  const { records: kept } = await rpc(ann, 'records.list', { ...of, limit: 10 });
  expect(kept).toHaveLength(1);
  expect(kept[0]?.data[email.id]).toBe('eve@example.org');
  expect(kept[0]?.data[fieldId]).not.toBe(when);
});

it('texts are told newest first in the summary, and searched whatever their case and accents', async () => {
  const note = asked('long_text', 'Note');
  const flowId = await publishedForm(ann, [note]);
  for (const text of ['Über the moon', 'by bus', '', 'over there', 'on foot', 'by bike', 'late']) {
    const { parts } = await openForm(server.url, flowId);
    await sendForm(server.url, flowId, { ...parts(), [note.id]: text });
  }
  const { questions } = await rpc(ann, 'forms.summary', { flowId });
  const [summary] = questions;
  expect(summary?.texts.map(({ text, isNew }) => [text, isNew])).toEqual(
    ['late', 'by bike', 'on foot', 'over there', 'by bus'].map((text) => [text, true]),
  );
  const of = { flowId, fieldId: note.id };
  const all = await rpc(ann, 'forms.textAnswers', of);
  expect([all.answers.length, all.nextCursor]).toEqual([6, null]);
  const found = await rpc(ann, 'forms.textAnswers', { ...of, search: 'UBER' });
  expect(found.answers.map(({ text }) => text)).toEqual(['Über the moon']);
});
