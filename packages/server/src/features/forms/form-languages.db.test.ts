import { must } from '@weft/std';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { add, asked, edit, openForm, sendForm } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signUp('Ann Owner');
});
afterAll(() => server.close());

/** A form in English, German and Arabic; what people read is translated into German. */
async function translated() {
  const [name, color] = [asked('short_text', 'Name', true), asked('single_choice', 'Colour', true)];
  const red = must(color.choices[0]);
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Guests' });
  const translation = (id: string | null, key: string, after: unknown) =>
    ({ kind: 'prop', id, key, before: null, after }) as never;
  await edit(ann, flowId, 0, add([name, color]));
  await edit(ann, flowId, 1, [
    translation(null, 'languages', ['de', 'ar']),
    translation(null, 'title@de', 'Gäste'),
    translation(name.id, 'label@de', 'Ihr Name'),
    translation(color.id, 'label@de', 'Farbe'),
    translation(red.id, 'label@de', 'Rot'),
  ]);
  await rpc(ann, 'forms.publish', { flowId, version: 2 });
  return { flowId, name, color, red };
}

const open = async (flowId: string, search = '', headers: Record<string, string> = {}) => {
  const response = await fetch(new URL(`/t/${flowId}${search}`, server.url), { headers });
  return { text: await response.text(), cookies: response.headers.getSetCookie() };
};

/** What tells a reader which language a page is in. */
const languageOf = (text: string) => /<html lang="([^"]*)" dir="([^"]*)"/.exec(text)?.slice(1);

describe('D14: a published form in several languages', () => {
  it('is shown in the language of the address, and then in that one', async () => {
    const { flowId } = await translated();
    const page = await open(flowId, '?lang=de', { 'accept-language': 'ar' });
    expect(languageOf(page.text)).toEqual(['de', 'ltr']);
    expect(page.text).toContain('<h1 tabindex="-1">Gäste</h1>');
    expect(page.text).toContain('Ihr Name');
    expect(page.text).toContain('Absenden');
    expect(page.text).toMatch(/<option value="ar" lang="ar">العربية<\/option>/);
    const cookie = page.cookies.find((one) => one.startsWith('form_lang_'))?.split(';')[0] ?? '';
    const again = await open(flowId, '', { cookie, 'accept-language': 'ar' });
    expect(languageOf(again.text)).toEqual(['de', 'ltr']);
  });

  it('is shown in the language that the browser wishes, from right to left where it is written so', async () => {
    const { flowId } = await translated();
    const page = await open(flowId, '', { 'accept-language': 'fr, ar-EG;q=0.9, en;q=0.1' });
    expect(languageOf(page.text)).toEqual(['ar', 'rtl']);
    // What is not translated stays as it is written.
    expect(page.text).toContain('Colour');
    expect(page.text).toContain('إرسال');
    expect(languageOf((await open(flowId, '?lang=sv')).text)).toEqual(['en', 'ltr']);
  });

  it('says what is wrong in its language, and keeps choices by their ids', async () => {
    const { flowId, name, color, red } = await translated();
    const { parts } = await openForm(server.url, flowId);
    const own = { ...parts(), in: 'de', page: `pag${'0'.repeat(21)}`, go: 'next' };
    const refused = await sendForm(server.url, flowId, { ...own, [color.id]: red.id });
    const said = await refused.text();
    expect([refused.status, languageOf(said)]).toEqual([400, ['de', 'ltr']]);
    expect(said).toContain('Füllen Sie dies aus');
    expect(said).toContain('Bitte prüfen Sie eine Antwort');
    const sent = await sendForm(server.url, flowId, { ...own, [name.id]: 'Ada', [color.id]: red.id });
    expect(await sent.text()).toContain('Ihre Antwort auf „Gäste“ wurde gesendet.');
    // Answers are kept by how the form is written, whatever it was read in.
    const listed = await ann.call('GET', `/v1/flows/${flowId}/submissions`);
    const { submissions } = (await listed.json()) as { readonly submissions: readonly object[] };
    expect(JSON.stringify(submissions)).toContain(red.id);
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
    const names = metadata.tables[0]?.fields.map((field) => field.name);
    expect(names).toEqual(expect.arrayContaining(['Name', 'Colour']));
  });

  it('is changed without a script, and what is filled in stays', async () => {
    const { flowId, name } = await translated();
    const { parts } = await openForm(server.url, flowId);
    const own = { ...parts(), in: 'en', lang: 'ar', page: `pag${'0'.repeat(21)}`, go: 'language' };
    const response = await sendForm(server.url, flowId, { ...own, [name.id]: 'Ada' });
    const text = await response.text();
    expect([response.status, languageOf(text)]).toEqual([200, ['ar', 'rtl']]);
    expect(text).toContain('value="Ada"');
    expect(response.headers.getSetCookie().join()).toContain('form_lang_');
    // Another language that is chosen and not asked for changes nothing.
    const next = await sendForm(server.url, flowId, { ...own, go: 'next', in: 'de', [name.id]: 'Ada' });
    expect(languageOf(await next.text())).toEqual(['de', 'ltr']);
  });

  it('offers no choice where there is one language, which may be another than English', async () => {
    const one = await rpc(ann, 'forms.create', { name: 'One' });
    await edit(ann, one.flowId, 0, [
      ...add([asked('short_text', 'שם')]),
      { kind: 'prop', id: null, key: 'language', before: null, after: 'he' } as never,
    ]);
    await rpc(ann, 'forms.publish', { flowId: one.flowId, version: 1 });
    const { text } = await open(one.flowId, '', { 'accept-language': 'en' });
    expect(languageOf(text)).toEqual(['he', 'rtl']);
    expect(text).not.toContain('class="languages"');
    expect(text).toContain('שליחה');
  });

  it('says so in its language that it is closed, and asks for its password', async () => {
    const { flowId } = await translated();
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { disabledForm: true } });
    const closed = await open(flowId, '?lang=de');
    expect(closed.text).toContain('Dieses Formular ist geschlossen');
    expect(closed.text).toContain('Zurzeit werden keine Antworten angenommen.');
    expect(closed.text).toMatch(/<form class="languages" method="get">/);
  });

  it('keeps with each answer the language that it was read in, spam and what waits for a place too', async () => {
    const { flowId, name, color, red } = await translated();
    const answer = async (language: string, more: Record<string, string> = {}) => {
      const { parts } = await openForm(server.url, flowId);
      const own = { ...parts(), in: language, [name.id]: `in ${language}`, [color.id]: red.id, ...more };
      expect((await sendForm(server.url, flowId, own)).status).toBe(200);
    };
    await answer('de');
    await answer('en');
    await answer('ar', { website: 'https://spam.example' });
    const [spam] = (await rpc(ann, 'forms.spam', { flowId })).spam;
    await rpc(ann, 'forms.acceptSpam', { flowId, submissionId: must(spam).submissionId });
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { maxSubmissions: 3, waitingList: true } });
    await answer('de', { [name.id]: 'has waited' });
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { maxSubmissions: 4 } });
    const [waits] = (await rpc(ann, 'forms.waiting', { flowId })).waiting;
    await rpc(ann, 'forms.takeIn', { flowId, submissionId: must(waits).submissionId });
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
    const table = must(metadata.tables[0]);
    const language = must(table.fields.find((field) => field.name === 'Language'));
    const of = { basePublicId: flowId, tableId: table.id };
    const { records } = await rpc(ann, 'records.list', { ...of, limit: 10 });
    expect(records.map(({ data }) => [data[name.id], data[language.id]])).toEqual([
      ['in de', 'de'],
      ['in en', 'en'],
      ['in ar', 'ar'],
      ['has waited', 'de'],
    ]);
    const items = [{ fieldId: language.id, operator: 'is', value: 'de' }];
    const filters = { conjunction: 'and', items };
    expect((await rpc(ann, 'records.list', { ...of, filters })).records).toHaveLength(2);
    // It is no question: nothing is told of it among their answers.
    const { questions } = await rpc(ann, 'forms.summary', { flowId });
    expect(questions.map(({ label }) => label)).toEqual(['Name', 'Colour']);
  });

  it('mails whoever answered in the language that they read it in, else as it is written', async () => {
    const { flowId, name, color, red } = await translated();
    const [email] = [asked('email', 'Email')];
    await edit(ann, flowId, 3, add([email]));
    await rpc(ann, 'forms.publish', { flowId, version: 4 });
    const settings = {
      ...{ replySubject: 'Thanks', replyText: 'Dear {{Name}}, you like {{Colour}}.' },
      replyTranslations: { de: { subject: 'Danke', text: 'Guten Tag {{Name}}, Sie mögen {{Colour}}.' } },
    };
    await rpc(ann, 'forms.updateSettings', { flowId, settings });
    const answer = async (language: string, to: string) => {
      const { parts } = await openForm(server.url, flowId);
      const own = { ...parts(), in: language, [name.id]: 'Ada', [color.id]: red.id, [email.id]: to };
      expect((await sendForm(server.url, flowId, own)).status).toBe(200);
    };
    for (const language of ['de', 'ar']) await answer(language, `${language}.mail@example.org`);
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { maxSubmissions: 2, waitingList: true } });
    await answer('de', 'de.waits@example.org');
    await rpc(ann, 'forms.updateSettings', { flowId, settings: { maxSubmissions: 3 } });
    const [waits] = (await rpc(ann, 'forms.waiting', { flowId })).waiting;
    await rpc(ann, 'forms.takeIn', { flowId, submissionId: must(waits).submissionId });
    const outbox = (await (await ann.call('GET', '/v1/outbox')).json()) as {
      readonly mails: readonly { readonly to: string; readonly subject: string; readonly text: string }[];
    };
    const mailTo = (to: string) => outbox.mails.find((one) => one.to === to);
    expect(mailTo('de.mail@example.org')).toMatchObject({
      ...{ subject: 'Danke', text: 'Guten Tag Ada, Sie mögen Rot.\n' },
    });
    const toWaiting = outbox.mails.filter(({ to }) => to === 'de.waits@example.org');
    expect(toWaiting.map(({ subject }) => subject).toSorted()).toEqual([
      'Danke',
      'Sie haben einen Platz: Gäste',
    ]);
    expect(mailTo('ar.mail@example.org')).toMatchObject({
      ...{ subject: 'Thanks', text: 'Dear Ada, you like First choice.\n' },
    });
    // Sent again it goes by the same conditions, also by what is no question.
    const table = must((await rpc(ann, 'metadata.get', { basePublicId: flowId })).metadata.tables[0]);
    const language = must(table.fields.find((field) => field.name === 'Language'));
    const items = [{ fieldId: language.id, operator: 'is', value: 'de' }];
    const onlyGerman = { replyWhen: { conjunction: 'and', items }, notifyOwner: false };
    await rpc(ann, 'forms.updateSettings', { flowId, settings: onlyGerman });
    const { records } = await rpc(ann, 'records.list', { basePublicId: flowId, tableId: table.id });
    const resend = (to: string) => {
      const { id: recordId } = must(records.find(({ data }) => data[email.id] === to));
      return rpc(ann, 'forms.resendMails', { flowId, recordId });
    };
    expect(await resend('de.mail@example.org')).toEqual({ toOwner: false, toRespondent: true });
    await expect(resend('ar.mail@example.org')).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('turns its pages without a connection in its language', async () => {
    const { flowId, red } = await translated();
    const answer = await fetch(new URL(`/t/${flowId}/pages?lang=de`, server.url));
    const { pages, said, words } = (await answer.json()) as {
      readonly [key: string]: { readonly questions: readonly object[] }[];
    };
    // They are turned by how the form is written.
    expect(JSON.stringify(pages)).toContain('"Colour"');
    expect(JSON.stringify(said)).toContain(`{"id":"${red.id}","label":"Rot"}`);
    expect(JSON.stringify(words)).toContain('Füllen Sie dies aus');
  });
});

it('D14: a draft is previewed in each of its languages', async () => {
  const { flowId } = await translated();
  const page = await ann.call('GET', `/v1/forms/${flowId}/preview?lang=ar`);
  expect(languageOf(await page.text())).toEqual(['ar', 'rtl']);
});
