import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, freshId, openForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** A published form that asks for an address and one of two days, of which the first takes `capacity`. */
async function courseForm(settings: object, capacity: number | null = null) {
  const [email, day] = [asked('email', 'Email', true), asked('single_choice', 'Day', true)];
  const [monday, tuesday] = day.choices.map(({ id }) => id);
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Course' });
  await edit(ann, flowId, 0, add([email, day]));
  if (capacity !== null)
    await edit(ann, flowId, 1, [
      { kind: 'prop', id: must(monday), key: 'capacity', before: null, after: capacity },
    ]);
  await rpc(ann, 'forms.publish', { flowId, version: capacity === null ? 1 : 2 });
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { waitingList: true, ...settings } });
  const { parts } = await openForm(server.url, flowId);
  const send = (who: string, choice = must(monday), submission = freshId('sub')) =>
    sendForm(server.url, flowId, {
      ...{ ...parts(), submission },
      ...{ [email.id]: `${who}@example.org`, [day.id]: choice },
    });
  const texts = async (who: string, choice?: string) => (await send(who, choice)).text();
  return { flowId, email, day, monday: must(monday), tuesday: must(tuesday), send, texts };
}

const waitingOf = async (flowId: string) => (await rpc(ann, 'forms.waiting', { flowId })).waiting;
const records = async (flowId: string) => {
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const tableId = must(metadata.tables[0]).id;
  return { tableId, ...(await rpc(ann, 'records.list', { basePublicId: flowId, tableId })) };
};
const deleteOne = async (flowId: string) => {
  const { tableId, records: all } = await records(flowId);
  const recordIds = [must(all[0]).id];
  await rpc(ann, 'records.bulkDelete', { basePublicId: flowId, tableId, recordIds });
};

it('S10 keeps whoever finds no place waiting, tells them so, and offers a freed place to its maker', async () => {
  const { flowId, send, texts } = await courseForm({ maxSubmissions: 1 });
  expect(await texts('ada')).toContain('Thank you');
  expect((await openForm(server.url, flowId)).text).toContain('All places are taken');
  const submission = freshId('sub');
  expect(await (await send('bob', undefined, submission)).text()).toContain('You are on the waiting list');
  // Sent again, it stands there once.
  expect(await (await send('bob', undefined, submission)).text()).toContain('You are on the waiting list');
  expect(await texts('cyd')).toContain('You are on the waiting list');
  const [bob] = await waitingOf(flowId);
  expect(await waitingOf(flowId)).toMatchObject([
    { submissionId: submission, waitsFor: ['The form'], isFree: false },
    { waitsFor: ['The form'], isFree: false },
  ]);
  expect((await rpc(ann, 'forms.sessionCounts', { flowId })).sessionCounts).toMatchObject({
    ...{ finished: 1, waiting: 2 },
  });
  const takeIn = (submissionId: string) => rpc(ann, 'forms.takeIn', { flowId, submissionId });
  await expect(takeIn(submission)).rejects.toMatchObject({ kind: 'conflict' });
  await deleteOne(flowId);
  expect((await waitingOf(flowId)).map(({ isFree }) => isFree)).toEqual([true, true]);
  // Who comes now stands behind those who wait, though a place is free.
  expect(await texts('dan')).toContain('You are on the waiting list');
  const both = await Promise.allSettled(
    (await waitingOf(flowId)).slice(0, 2).map((each) => takeIn(each.submissionId)),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const left = await waitingOf(flowId);
  expect([left.length, left.map(({ isFree }) => isFree)]).toEqual([2, [false, false]]);
  expect(must(bob).answers[0]).toEqual({ question: 'Email', answer: 'bob@example.org' });
  expect((await records(flowId)).records).toHaveLength(1);
  const { mails } = (await ann.call('GET', '/v1/outbox').then((one) => one.json())) as {
    mails: { subject: string; to: string }[];
  };
  expect(mails.filter(({ subject }) => subject === 'You have a place: Course')).toHaveLength(1);
});

it('S10 waits for a choice that is full, while others are taken, however many come at once', async () => {
  const { flowId, send, tuesday, monday, texts } = await courseForm({}, 2);
  const sent = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((who) => send(who)));
  const said = await Promise.all(sent.map((one) => one.text()));
  expect(said.filter((text) => text.includes('Thank you'))).toHaveLength(2);
  expect(await texts('f', tuesday)).toContain('Thank you');
  const page = (await openForm(server.url, flowId)).text;
  expect(page).toContain('First choice (full: waiting list)');
  expect(page).not.toMatch(new RegExp(`value="${monday}"[^>]*disabled`));
  const [first] = await waitingOf(flowId);
  expect(first).toMatchObject({ waitsFor: ['‘First choice’'], isFree: false });
  // Somebody changes an answer to the other day: their place is free.
  const { tableId, records: all } = await records(flowId);
  const taken = must(all.find(({ data }) => Object.values(data).includes(monday)));
  const [fieldId] = must(Object.entries(taken.data).find(([, value]) => value === monday));
  await rpc(ann, 'records.update', {
    ...{ basePublicId: flowId, tableId, recordId: taken.id, data: { [fieldId]: tuesday } },
  });
  const { submissionId } = must((await waitingOf(flowId)).find(({ isFree }) => isFree));
  await rpc(ann, 'forms.takeIn', { flowId, submissionId });
  expect((await waitingOf(flowId)).map(({ isFree }) => isFree)).toEqual([false, false]);
  expect((await records(flowId)).records).toHaveLength(4);
});

it('S10 an answer that was deleted and is sent again with other words is listed as it is now', async () => {
  const { flowId, send } = await courseForm({ maxSubmissions: 1 });
  await send('ada');
  const submissionId = freshId('sub');
  const listed = async () => (await waitingOf(flowId)).map(({ answers }) => answers[0]?.answer);
  await send('bob', undefined, submissionId);
  expect(await listed()).toEqual(['bob@example.org']);
  await rpc(ann, 'forms.deleteWaiting', { flowId, submissionId });
  await send('robert', undefined, submissionId);
  expect(await listed()).toEqual(['robert@example.org']);
});

it('S10 one answer of a person counts while it waits, and ends with the form without a list', async () => {
  const { flowId, send, texts } = await courseForm({ maxSubmissions: 1, onePerPerson: 'email' });
  await send('ada');
  expect(await texts('bob')).toContain('You are on the waiting list');
  expect(await texts('bob')).toContain('answered it already');
  const [bob] = await waitingOf(flowId);
  const { submissionId } = must(bob);
  expect(await rpc(ann, 'forms.deleteWaiting', { flowId, submissionId })).toEqual({ deleted: true });
  await expect(rpc(ann, 'forms.deleteWaiting', { flowId, submissionId })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { waitingList: false } });
  expect(await texts('cyd')).toContain('It has all the answers it takes.');
});

it('S10 an answer is taken in or deleted, not both, when two press at once', async () => {
  const { flowId, send } = await courseForm({ maxSubmissions: 1 });
  for (const who of ['ada', 'bob', 'cyd', 'dan']) await send(who);
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { maxSubmissions: 4 } });
  const before = (await records(flowId)).records.length;
  let takenIn = 0;
  for (const { submissionId } of await waitingOf(flowId)) {
    const calls = await Promise.allSettled([
      rpc(ann, 'forms.takeIn', { flowId, submissionId }),
      rpc(ann, 'forms.deleteWaiting', { flowId, submissionId }),
    ]);
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    if (calls[0].status === 'fulfilled') takenIn++;
  }
  expect((await records(flowId)).records.length - before).toBe(takenIn);
  expect(await waitingOf(flowId)).toEqual([]);
});

it('S10 the file of an answer that waits is its own, and comes with it', async () => {
  const photo = asked('file', 'Photo');
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Photos' });
  await edit(ann, flowId, 0, add([photo]));
  await rpc(ann, 'forms.publish', { flowId, version: 1 });
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { waitingList: true, maxSubmissions: 1 } });
  const { parts } = await openForm(server.url, flowId);
  const send = async () => {
    const body = new FormData();
    body.append('file', new Blob(['a,b']), 'a.csv');
    const sent = await fetch(new URL(`/t/${flowId}/files/${photo.id}`, server.url), { method: 'POST', body });
    const { id } = (await sent.json()) as { id: string };
    return sendForm(server.url, flowId, { ...parts(), submission: freshId('sub'), [photo.id]: id });
  };
  await send();
  expect(await (await send()).text()).toContain('You are on the waiting list');
  // An export of the form brings along who waits, and what they sent.
  const archive = new FormData();
  archive.set('file', await (await ann.call('GET', `/admin/flows/export/${flowId}`)).blob(), 'a.weft.zip');
  const imported = await fetch(new URL('/admin/flows/import', server.url), {
    ...{ method: 'POST', body: archive },
    headers: { authorization: `Bearer ${ann.token}` },
  });
  const { flow: copy } = (await imported.json()) as { flow: { id: string } };
  await rpc(ann, 'forms.publish', { flowId: copy.id, version: 0 });
  const [brought] = await waitingOf(copy.id);
  expect(brought).toMatchObject({ waitsFor: ['The form'], isFree: false });
  await rpc(ann, 'forms.updateSettings', { flowId: copy.id, settings: { maxSubmissions: 2 } });
  await rpc(ann, 'forms.takeIn', { flowId: copy.id, submissionId: must(brought).submissionId });
  const copies = (await records(copy.id)).records;
  expect(copies.map(({ data }) => JSON.stringify(data).includes('a.csv'))).toEqual([true, true]);
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { maxSubmissions: 2 } });
  const [waiting] = await waitingOf(flowId);
  await rpc(ann, 'forms.takeIn', { flowId, submissionId: must(waiting).submissionId });
  const { records: all } = await records(flowId);
  expect(all.map(({ data }) => JSON.stringify(data).includes('a.csv'))).toEqual([true, true]);
});
