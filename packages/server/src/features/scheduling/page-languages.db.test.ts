import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { publishedEvent, sendForm } from './testing.ts';

/** Monday to Friday, 09:00 to 17:00 in Paris; the clock stands on a Monday morning. */
const now = Date.parse('2026-11-23T07:00:00Z');
const tuesday = Date.parse('2026-11-24T09:00:00Z');

let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  server = await startTestServer({}, { now: () => now });
  ann = await server.signUp('Ann Owner');
  await ann.call('POST', '/admin/userAvailabilities/', {
    ...{ name: 'Work', timezone: 'Europe/Paris', isDefault: true },
  });
});
afterAll(() => server.close());

const page = async (path: string) => {
  const answer = await fetch(new URL(path, server.url));
  return { status: answer.status, text: await answer.text() };
};
/** Of these texts those that a page does not have; pages are too long to be told. */
const missing = (text: string, wanted: readonly string[]) => wanted.filter((each) => !text.includes(each));
const person = { email: 'amara@example.org', zone: 'Europe/Paris', duration: '30' };

it('a page that is booked says in its language when it can be, what is wrong, and what was booked', async () => {
  const flowId = await publishedEvent(server, ann, { language: 'de' });
  const times = await page(`/t/${flowId}?zone=Europe/Paris`);
  expect(
    missing(times.text, [
      '<html lang="de"',
      'November 2026',
      'Nachmittag',
      'Weiter: Ihre Angaben',
      'Zeitzone',
      'Dienstag, 24. November 2026',
    ]),
  ).toEqual([]);
  const booking = { ...person, at: String(tuesday), request: server.parts.newId('sub') };
  const nameless = await sendForm(server, `/t/${flowId}`, { ...booking, name: '' });
  const refused = await nameless.text();
  expect(
    missing(refused, ['Schreiben Sie Ihren Namen', 'Es ist noch nichts gebucht', 'Ihre Angaben', 'Buchen']),
  ).toEqual([]);
  const booked = await sendForm(server, `/t/${flowId}`, { ...booking, name: 'Amara' });
  const address = booked.headers.get('location') ?? '';
  const shown = await page(address);
  expect(
    missing(shown.text, ['Sie haben gebucht', 'Dienstag, 24. November 2026', '10:00–10:30, Paris (UTC+1)']),
  ).toEqual([]);
  expect(missing(shown.text, ['Verschieben', 'Buchung absagen', 'In Ihren Kalender eintragen'])).toEqual([]);
  expect(missing((await page(`${address}/cancel`)).text, ['Diese Buchung absagen?'])).toEqual([]);
  const outbox = (await (await ann.call('GET', '/v1/outbox')).json()) as {
    readonly mails: readonly { readonly to: string; readonly subject: string; readonly text: string }[];
  };
  const mail = outbox.mails.find(({ to }) => to === person.email);
  expect(mail?.subject).toBe('Sie haben gebucht: Studio visit');
  expect(mail?.text).toMatch(
    /^Sie haben gebucht\.\n\nStudio visit\nDienstag, 24\. November 2026\n10:00–10:30.*\n\nHier können Sie ändern oder absagen:\nhttp/s,
  );
  // Whoever is booked reads it as everything else in the product.
  expect(outbox.mails.find(({ to }) => to === ann.email)?.subject).toBe('New booking: Studio visit');
});

it('a page from right to left has its words and digits, and one without words of its own the English ones', async () => {
  const arabic = await page(`/t/${await publishedEvent(server, ann, { language: 'ar' })}?zone=Europe/Paris`);
  expect(missing(arabic.text, ['<html lang="ar" dir="rtl"', 'المنطقة الزمنية'])).toEqual([]);
  expect(/[٠-٩]/.test(arabic.text)).toBe(false);
  const swedish = await page(`/t/${await publishedEvent(server, ann, { language: 'sv' })}?zone=Europe/Paris`);
  expect(missing(swedish.text, ['Next: your details'])).toEqual([]);
});
