import { PDFDocument } from '@cantoo/pdf-lib';
import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { rpc, serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, openForm, sendForm } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail());
});
afterAll(() => server.close());

const set = (id: string | null, key: string, after: string | number | boolean) => ({
  ...{ kind: 'prop' as const, id, key, before: null, after },
});

/** The PDFs in a mail as it came. */
async function filesIn(source: string) {
  const parts = source
    .split(/\r\n--[^\r\n]+/)
    .filter((part) => /^Content-Type: application\/pdf/im.test(part));
  return Promise.all(
    parts.map(async (part) => {
      const body = part.slice(part.indexOf('\r\n\r\n') + 4);
      const pdf = await PDFDocument.load(Buffer.from(body, 'base64'));
      const [, name] = must(/filename="?([^"\r\n;]*)/.exec(part.replace(/\r\n[ \t]+/g, ' ')));
      return [name?.replace(/ \d{4}-\d\d-\d\d/, ''), pdf.getTitle(), pdf.getPageCount()];
    }),
  );
}

it('the mail to the owner holds the answers where its maker says so, in the order of the questions', async () => {
  const [name, eats] = [asked('short_text', 'Your name'), asked('multiple_choice', 'You eat')];
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Dinner' });
  await edit(ann, flowId, 0, add([name, eats, asked('long_text', 'Anything else?')]));
  await rpc(ann, 'forms.publish', { flowId, version: 1 });
  const send = async () => {
    const { parts } = await openForm(server.url, flowId);
    const sent = { ...parts(), [name.id]: 'Ada', [eats.id]: must(eats.choices[0]).id };
    expect((await sendForm(server.url, flowId, sent)).status).toBe(200);
  };
  const mails = () => mail.received.filter(({ source }) => /^Subject: New answer to Dinner/m.test(source));
  const soon = { timeout: 60_000, interval: 50 };
  await send();
  await expect.poll(() => mails().length, soon).toBe(1);
  expect(mails()[0]?.source).not.toContain('Ada');
  await rpc(ann, 'forms.updateSettings', { flowId, settings: { notifyAnswers: true } });
  await send();
  await expect.poll(() => mails().length, soon).toBe(2);
  const { label } = must(eats.choices[0]);
  expect(mails()[1]?.source.replaceAll('\r', '')).toContain(
    `\n\nYour name\nAda\n\nYou eat\n${label}\n\nRead it here:\n`,
  );
});

it('the mails about a passed quiz bring the answer and the certificate as PDFs, as its maker says', async () => {
  const [email, planet] = [asked('email', 'Email', true), asked('single_choice', 'The largest planet?')];
  const [right, wrong] = planet.choices.map(({ id }) => id);
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Planets' });
  await edit(ann, flowId, 0, add([email, planet]));
  await edit(ann, flowId, 1, [
    ...[set(must(right), 'points', 3), set(null, 'quiz', true), set(null, 'passMark', 50)],
    set(null, 'certificate', true),
  ]);
  await rpc(ann, 'forms.publish', { flowId, version: 2 });
  const { settings } = await rpc(ann, 'forms.updateSettings', {
    ...{ flowId },
    settings: {
      ...{ replySubject: 'We have your answer', replyText: 'Thank you.' },
      ...{ notifyFiles: ['answer'], replyFiles: ['answer', 'certificate'] },
    },
  });
  expect(settings).toMatchObject({ notifyFiles: ['answer'], replyFiles: ['answer', 'certificate'] });
  for (const [choice, to] of [
    [right, 'ada@example.org'],
    [wrong, 'bert@example.org'],
  ]) {
    const { parts } = await openForm(server.url, flowId);
    const sent = { ...parts(), [email.id]: must(to), [planet.id]: must(choice) };
    expect((await sendForm(server.url, flowId, sent)).status).toBe(200);
  }
  const about = (to: string, subject: RegExp) =>
    mail.received.filter((one) => one.to.includes(to) && subject.test(one.source));
  const reply = /^Subject: We have your answer/m;
  const soon = { timeout: 60_000, interval: 50 };
  await expect.poll(() => about(ann.email, /^Subject: New answer to Planets/m).length, soon).toBe(2);
  await expect.poll(() => about('ada@example.org', reply).length, soon).toBe(1);
  await expect.poll(() => about('bert@example.org', reply).length, soon).toBe(1);
  const answer = ['Planets.pdf', 'Planets', 1];
  const filesOf = (to: string) => filesIn(must(about(to, reply)[0]).source);
  expect(await filesOf('ada@example.org')).toEqual([answer, ['Planets certificate.pdf', 'Certificate', 1]]);
  expect(await filesOf('bert@example.org')).toEqual([answer]);
  expect(await filesIn(must(about(ann.email, /^Subject: New answer to Planets/m)[0]).source)).toEqual([
    answer,
  ]);
  expect(mail.faults).toEqual([]);
});
