import { must } from '@weft/std';
import { type DnsServer, startDnsServer } from '@weft/testkit';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestMailServer, type TestMailServer, textOf } from '../../../mail/testing.ts';
import { rpc, startTestServer, type TestPerson, type TestServer } from '../../../testing.ts';
import { requestAt, setRecordsOf } from '../../flows/domains/testing.ts';
import { publishedEvent } from '../../scheduling/testing.ts';
import { add, asked, edit } from '../testing.ts';

let dns: DnsServer;
let mail: TestMailServer;
let server: TestServer;
let ann: TestPerson;
const monday = Date.parse('2026-11-23T07:00:00Z');
const tuesdayAtTen = Date.parse('2026-11-24T09:00:00Z');
beforeAll(async () => {
  dns = await startDnsServer();
  dns.zones.set('weft.example.org', { A: ['192.0.2.7'] });
  mail = await startTestMailServer();
  server = await startTestServer(
    {
      ...{ BASE_URL: 'https://weft.example.org', DNS_SERVERS: dns.address },
      SMTP_URL: `smtp://127.0.0.1:${mail.port}?from=weft@team.example`,
    },
    { now: () => monday },
  );
  ann = await server.signUp('Ann Owner');
  const work = { name: 'Work', timezone: 'Europe/Paris', isDefault: true };
  await ann.call('POST', '/admin/userAvailabilities/', work);
});
afterAll(async () => {
  await server.close();
  await mail.close();
  await dns[Symbol.asyncDispose]();
});

async function claim(flowId: string, domain: string) {
  setRecordsOf(dns, must((await rpc(ann, 'forms.setDomain', { flowId, domain })).domain));
  expect((await rpc(ann, 'forms.checkDomain', { flowId })).domain?.verified).toBe(true);
}

/** Somebody at a domain, who keeps its cookies for the paths they are for and goes where they are led. */
function visitor(domain: string) {
  const jar = new Map<string, { readonly value: string; readonly path: string }>();
  const go = async (path: string, sent?: Readonly<Record<string, string>>): ReturnType<typeof requestAt> => {
    const cookies = [...jar].filter(([, cookie]) => path.startsWith(cookie.path));
    const headers = {
      origin: `https://${domain}`,
      cookie: cookies.map(([name, { value }]) => `${name}=${value}`).join('; '),
      ...(sent && { 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const body = sent && new URLSearchParams(sent).toString();
    const page = await requestAt(server, domain, path, headers, body);
    for (const cookie of page.headers['set-cookie'] ?? []) {
      const [, name = '', value = '', of = ''] = must(/^([^=]+)=([^;]*); Path=([^;]*)/.exec(cookie));
      jar.set(name, { value, path: of });
    }
    const { location } = page.headers;
    if (location !== undefined) expect(location).toMatch(/^\/(t\/|$)/);
    return location === undefined ? page : go(location);
  };
  return go;
}

const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
const hidden = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [
      must(name),
      plain(must(value)),
    ]),
  );
const found = (page: string, pattern: RegExp) =>
  plain(must(pattern.exec(page)?.[1], `${pattern} in ${page.slice(0, 2_000)}`));

it('a quiz is begun, taken and rewarded at its own domain', async () => {
  const planet = asked('single_choice', 'The largest planet?', true);
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Planets', kind: 'quiz' });
  const { version } = await rpc(ann, 'forms.get', { flowId });
  await edit(ann, flowId, version, add([planet]));
  const set = (id: string | null, key: string, after: string | number | boolean) => ({
    ...{ kind: 'prop' as const, id, key, before: null, after },
  });
  const settings = [set(null, 'timeLimit', 5), set(null, 'attempts', 1), set(null, 'certificate', true)];
  const points = set(must(planet.choices[0]).id, 'points', 3);
  await edit(ann, flowId, version + 1, [...settings, points, set(null, 'showResult', 'score')]);
  await rpc(ann, 'forms.publish', { flowId, version: version + 2 });
  await claim(flowId, 'quiz.example.com');

  const go = visitor('quiz.example.com');
  const first = await go('/');
  expect([first.status, first.text.includes('The largest planet?')]).toEqual([200, false]);
  const begun = await go(found(first.text, /<form[^>]* action="([^"]+)"/), {});
  expect([begun.status, begun.text.includes('The largest planet?')]).toEqual([200, true]);
  // The attempt goes on at the root of the domain as well.
  expect((await go('/')).text).toContain('The largest planet?');
  const answers = { ...hidden(begun.text), [planet.id]: must(planet.choices[0]).id };
  const done = await go(found(begun.text, /<form[^>]* action="([^"]+)"/), answers);
  expect([done.status, done.text.includes('3 of 3')]).toEqual([200, true]);
  const certificate = await go(found(done.text, /href="([^"]*\/certificate\/[^"]*)"/));
  expect([certificate.status, certificate.headers['content-type']]).toEqual([200, 'application/pdf']);
  // The attempt it has is used up, at either address.
  expect((await go('/')).text).toContain('attempt');
  expect((await go('/?new')).text).not.toContain('The largest planet?');
}, 30_000);

it('a time is found, booked, moved and cancelled at the domain of a scheduling page', async () => {
  const flowId = await publishedEvent(server, ann);
  await claim(flowId, 'visits.example.com');
  const go = visitor('visits.example.com');
  const month = await go('/?zone=Europe/Paris');
  expect(month.status).toBe(200);
  const day = await go(found(month.text, /href="([^"]*2026-11-24[^"]*)"/));
  expect(day.text).toContain(`value="${tuesdayAtTen}"`);
  const action = found(day.text, /<form class="times" method="get" action="([^"]+)"/);
  const chosen = new URLSearchParams({ ...hidden(day.text), at: String(tuesdayAtTen) });
  const details = await go(`${action}?${chosen}`);
  const person = { name: 'Amara', email: 'amara@example.org' };
  const booked = await go(found(details.text, /<form method="post" action="([^"]+)"/), {
    ...hidden(details.text),
    ...person,
  });
  expect([booked.status, booked.text.includes('Add to your calendar')]).toEqual([200, true]);
  const file = await go(found(booked.text, /<a href="([^"]+)" download>/));
  expect([file.status, file.text.includes('BEGIN:VEVENT')]).toEqual([200, true]);
  const mailed = await vi.waitFor(() => must(mail.received.find(({ to }) => to[0] === person.email)), 20_000);
  const read = mailed.source
    .split(/\r\n--[^\r\n]+\r\n/)
    .map(textOf)
    .join('\n');
  const link = new URL(must(/https:\/\/\S+\/bookings\/\S+/.exec(read)?.[0]));
  expect(link.host).toBe('visits.example.com');

  const shown = await go(link.pathname);
  const times = await go(
    `${found(shown.text, /href="([^"]*[?&]move=[^"]*)"/)}&day=2026-11-24&zone=Europe/Paris`,
  );
  expect(times.text).toContain('You are moving your booking');
  const later = String(tuesdayAtTen + 30 * 60_000);
  const toMove = await go(`${action}?${new URLSearchParams({ ...hidden(times.text), at: later })}`);
  const moved = await go(found(toMove.text, /<form method="post" action="([^"]+)"/), hidden(toMove.text));
  expect([moved.status, moved.text.includes('10:30')]).toEqual([200, true]);
  const asks = await go(found(moved.text, /href="([^"]*\/cancel)"/));
  const cancelled = await go(found(asks.text, /<form method="post" action="([^"]+)"/), { reason: '' });
  expect([cancelled.status, cancelled.text.includes('cancelled')]).toEqual([200, true]);
}, 30_000);
