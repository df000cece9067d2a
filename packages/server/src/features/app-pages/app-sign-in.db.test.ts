import { must } from '@weft/std';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestMailServer } from '../../mail/testing.ts';
import { serverWithMail, type TestPerson, type TestServer } from '../../testing.ts';
import { browserAt as browserFrom, portalOf } from './testing.ts';

let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
beforeAll(async () => {
  ({ mail, server, ann } = await serverWithMail({ TRUST_PROXY: '127.0.0.1' }));
});
afterAll(() => server.close());

const browserAt = (flowId: string, network: string) => browserFrom(server, flowId, mail, network);

it('keeps nobody out whose address somebody else asks codes for', async () => {
  const { flowId, email } = await portalOf(ann);
  const eve = browserAt(flowId, '10.9.0.1');
  const asked = [];
  for (let count = 0; count < 6; count++)
    asked.push((await eve.visit('/-/sign-in', { email: email('lea') })).status);
  expect(asked).toEqual([200, 200, 200, 200, 200, 429]);
  expect((await browserAt(flowId, '10.9.0.2').signIn(email('lea'))).status).toBe(303);
});

it('goes on with the newest code where too many were asked for', async () => {
  const { flowId, email } = await portalOf(ann);
  const lea = browserAt(flowId, '10.9.1.1');
  for (let count = 0; count < 4; count++) await (await lea.askFor(email('lea'))).mail();
  const { code } = await (await lea.askFor(email('lea'))).mail();
  const more = await lea.visit('/-/sign-in', { email: email('lea') });
  expect([more.status, more.text.includes('name="code"')]).toEqual([429, true]);
  expect((await lea.visit('/-/sign-in', { code })).status).toBe(303);
});

it('names whom the link of a mail signs in, and says at once that it is too old', async () => {
  const { flowId, email } = await portalOf(ann);
  const lea = browserAt(flowId, '10.9.2.1');
  const { link } = await (await lea.askFor(email('lea'))).mail();
  const path = `/-/sign-in${link.search}`;
  const page = await browserAt(flowId, '10.9.2.2').visit(path);
  expect([page.status, page.text.includes(`You sign in as ${email('lea')}`)]).toEqual([200, true]);
  expect((await lea.visit('/-/sign-in', { link: must(link.searchParams.get('link')) })).status).toBe(303);
  const old = await lea.visit(path);
  expect([old.status, old.text.includes('too old, or was used before')]).toEqual([403, true]);
});

it('lets an office sign in at once, and tells no stranger which pages there are', async () => {
  const { flowId, email } = await portalOf(ann);
  const office = '10.9.3.1';
  const first = [];
  for (let at = 0; at < 40; at++)
    first.push((await browserAt(flowId, office).visit('/-/sign-in', { email: email(`nobody${at}`) })).status);
  expect(new Set(first)).toEqual(new Set([200]));
  // Guesses are counted.
  const wrong = [];
  const eve = browserAt(flowId, office);
  for (let count = 0; count < 31; count++)
    wrong.push((await eve.visit('/-/sign-in', { link: `made-up-${count}` })).status);
  expect([wrong.slice(0, 30).every((status) => status === 403), wrong[30]]).toEqual([true, 429]);
  const [there, not] = await Promise.all(['/orders', '/no-such-page'].map((path) => eve.visit(path)));
  expect([must(there).status, must(not).status]).toEqual([303, 303]);
  expect((await eve.visit('/robots.txt')).status).toBe(404);
});
