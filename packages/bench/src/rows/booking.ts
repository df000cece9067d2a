import { type Browser, chromium } from '@playwright/test';
import { must, seededRandom } from '@weft/std';
import { type Session, signUp, startPostgres, startProduct } from '@weft/testkit';
import pg from 'pg';
import { type Figure, percentile, timed } from '../measure.ts';
import { visit } from './form-paint.ts';
import { weightOf } from './forms.ts';
import { chromiumArgs } from './home-world.ts';

const hosts = 50;
const eventsEach = 200;
const minute = 60_000;
const day = 24 * 60 * minute;
/** Page views that are measured; the first ones warm up. */
const [warmUp, views] = [20, 200];
const [randomBookings, turns] = [1_000, 400];
const monthChanges = 20;
const visits = 5;

let made = 0;
const id = (kind: string): string => `${kind}${(made++).toString(36).padStart(21, '0')}`;

/** People with working hours, and those of the first ones who have it with a full calendar. */
export async function seedHosts(url: string, calendars: number): Promise<void> {
  const now = Date.now();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
      SELECT 'host' || n, 'Host ' || n, 'host' || n || '@bench.example', true, now() FROM generate_series(1, ${hosts + 13}) n;
    INSERT INTO weft.members (organization_id, user_id, role)
      SELECT o.id, 'host' || n, 'member' FROM generate_series(1, ${hosts + 13}) n, (SELECT id FROM weft.organizations LIMIT 1) o;
    INSERT INTO weft.user_availabilities (id, organization_id, user_id, name, timezone, is_default, config)
      SELECT 'ava' || n, o.id, 'host' || n, 'Work', 'Europe/Paris', true,
        jsonb_build_object('daySchedules', (SELECT jsonb_agg(jsonb_build_object('isoDay', d, 'disabled', d > 5, 'availableTimes',
          jsonb_build_array(jsonb_build_object('startTime', '09:00', 'endTime', '17:00')))) FROM generate_series(1, 7) d),
          'dateOverrides', '[]'::jsonb, 'outOfOffice', '[]'::jsonb)
      FROM generate_series(1, ${hosts + 13}) n, (SELECT id FROM weft.organizations LIMIT 1) o;
    INSERT INTO weft.calendar_services (id, organization_id, user_id, type, name, account, secret_id, calendars_to_check,
        read_at, read_due)
      SELECT 'svc' || n, o.id, 'host' || n, 'caldav', 'Bench', 'bench', 'sec', '{work}', ${now}, ${now + 7 * minute}
      FROM generate_series(1, ${calendars}) n, (SELECT id FROM weft.organizations LIMIT 1) o;
    INSERT INTO weft.calendars (service_id, id, position, name, can_write_to, read_to)
      SELECT 'svc' || n, 'work', 0, 'Work', true, ${now + 400 * day} FROM generate_series(1, ${calendars}) n;
    INSERT INTO weft.calendar_events (service_id, calendar_id, id, title, shows_as, starts_at, ends_at)
      SELECT 'svc' || n, 'work', 'event' || e, 'Meeting', 'busy',
        ${now} + ((e * 7919 + n * 104729) % ${60 * 96}) * 900000::int8,
        ${now} + ((e * 7919 + n * 104729) % ${60 * 96}) * 900000::int8 + 1800000
      FROM generate_series(1, ${calendars}) n, generate_series(1, ${eventsEach}) e;
    ANALYZE weft.calendar_events`);
  await client.end();
}

/** A published page of a team; its flow. */
export async function publishedPage(
  { query, mutate }: Session,
  name: string,
  team: readonly { readonly userId: string; readonly weight?: number }[],
): Promise<string> {
  const { flowId } = await mutate<{ flowId: string }>('forms.create', { name, kind: 'scheduling' });
  const { version, content } = await query<{
    version: number;
    content: { props: Record<string, unknown> };
  }>('forms.get', { flowId });
  const props = { eventType: 'round_robin', hosts: team, assignBy: 'weights', noticeMins: 0, reminders: [] };
  const edits = Object.entries(props).map(([key, after]) => ({
    ...{ kind: 'prop', id: null, key, before: content.props[key] ?? null, after },
  }));
  const edited = await mutate<{ version: number }>('forms.edit', {
    flowId,
    editId: id('edt'),
    version,
    edits,
  });
  await mutate('forms.publish', { flowId, version: edited.version });
  return flowId;
}

/** A page that is booked, each time from another network. */
function visitor(url: string, flowId: string) {
  const address = `${url}/t/${flowId}`;
  let network = 0;
  const from = () => ({ 'x-forwarded-for': `10.${(network >> 8) & 0xff}.${network++ & 0xff}.1` });
  const page = async (search: string): Promise<string> => {
    const answer = await fetch(`${address}?zone=Europe/Paris&duration=30${search}`, { headers: from() });
    if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 200)}`);
    return answer.text();
  };
  const offered = async (date: string): Promise<readonly number[]> =>
    [...(await page(`&day=${date}`)).matchAll(/name="at" value="(\d+)"/g)].map(([, at]) => Number(at));
  const book = async (at: number): Promise<number> => {
    const fields = {
      name: 'Amara Lindqvist',
      email: 'amara@example.org',
      zone: 'Europe/Paris',
      duration: '30',
    };
    const answer = await fetch(address, {
      ...{ method: 'POST', redirect: 'manual', headers: from() },
      body: new URLSearchParams({ ...fields, at: String(at), request: id('sub') }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  return { page, offered, book };
}

/** The weekdays of the next weeks, the first of them far enough to be offered whole. */
export const weekdays = (): readonly string[] =>
  Array.from({ length: 56 }, (_, n) => new Date(Date.now() + (n + 2) * day))
    .filter((date) => date.getUTCDay() % 6 !== 0)
    .map((date) => date.toISOString().slice(0, 10));

/** Times that a page offers just now, booked at random: nobody else books, so that none may be refused. */
async function bookedAtRandom(
  session: Session,
  team: readonly { readonly userId: string }[],
): Promise<Figure> {
  const { offered, book } = visitor(session.url, await publishedPage(session, 'At random', team));
  const random = seededRandom(16);
  const dates = weekdays();
  const any = <T>(all: readonly T[]): T => must(all[Math.floor(random() * all.length)]);
  let refused = 0;
  for (let n = 0; n < randomBookings; ) {
    const times = await offered(any(dates));
    if (times.length === 0) continue;
    if ((await book(any(times))) !== 303) refused++;
    n++;
  }
  return {
    ...{ name: `${randomBookings.toLocaleString('en-US')} offered times booked at random, refused` },
    ...{ engine: 'postgres', value: refused, unit: 'bookings', limit: 0 },
  };
}

/** Who was booked how often, with weights of 2, 1 and 1. */
async function takenTurns(session: Session, team: readonly { readonly userId: string }[]): Promise<Figure> {
  const weighted = team.map((host, place) => ({ ...host, weight: place === 0 ? 2 : 1 }));
  const flowId = await publishedPage(session, 'By turns', weighted);
  const { offered, book } = visitor(session.url, flowId);
  const all: number[] = [];
  for (const date of weekdays()) all.push(...(await offered(date)));
  const random = seededRandom(17);
  const chosen = all
    .map((at) => ({ at, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, turns);
  for (const { at } of chosen) {
    const status = await book(at);
    if (status !== 303) throw new Error(`A time of the turns was answered ${status}`);
  }
  const counts = new Map<string, number>();
  interface Listed {
    readonly bookings: readonly { readonly hosts: readonly { readonly id: string }[] }[];
    readonly next: unknown;
  }
  for (let after: unknown = null; ; ) {
    const asked = {
      flowId,
      from: 0,
      to: Date.now() + 100 * day,
      limit: 100,
      ...(after !== null && { after }),
    };
    const { bookings, next } = await session.query<Listed>('scheduling.bookings', asked);
    for (const { hosts: of } of bookings)
      for (const { id: host } of of) counts.set(host, (counts.get(host) ?? 0) + 1);
    if (next === null) break;
    after = next;
  }
  const shares = [turns / 2, turns / 4, turns / 4];
  const found = team.map(({ userId }) => counts.get(userId) ?? 0);
  return {
    ...{ name: `turns of 2:1:1 over ${turns} bookings, off by`, engine: 'postgres' },
    value: Math.max(...found.map((count, place) => Math.abs(count - must(shares[place])))),
    ...{ unit: 'bookings', limit: 0, note: found.join(' / ') },
  };
}

/** Runs in a page: milliseconds from a press on a link until the month has another name. */
const changeTo = (label: string): string => `new Promise((resolve) => {
  const name = () => document.querySelector('#month')?.textContent;
  const before = name();
  const begun = performance.now();
  new MutationObserver((_, observer) => {
    if (name() === before) return;
    observer.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - begun));
  }).observe(document.body, { childList: true, subtree: true });
  document.querySelector('[aria-label="${label}"]').click();
})`;

/** From the press on the next month, or the one before, until its days are there. */
async function changedMonths(browser: Browser, address: string): Promise<number[]> {
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'load' });
  const times: number[] = [];
  for (let change = 0; change < monthChanges; change++) {
    // Nobody presses before they have seen the month.
    await page.waitForTimeout(400);
    times.push(await page.evaluate<number>(changeTo(change % 2 === 0 ? 'Month after' : 'Month before')));
  }
  await page.close();
  return times;
}

/** A page of a large team with full calendars, and what is booked on others. */
export async function bookingPages(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const cluster = await startPostgres();
  stack.defer(() => cluster.stop());
  const settings = { LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1', DATABASE_URL: cluster.url };
  const product = await startProduct(settings, []);
  stack.defer(() => product.stop());
  const session = await signUp(product.url, 'bench');
  await seedHosts(cluster.url, hosts);
  const team = (first: number, count: number) =>
    Array.from({ length: count }, (_, place) => ({ userId: `host${first + place}` }));
  const flowId = await publishedPage(session, 'A large team', team(1, hosts));
  const { page } = visitor(product.url, flowId);
  const month = (n: number) => new Date(Date.now() + (n % 2) * 31 * day).toISOString().slice(0, 7);
  const times = await timed(warmUp + views, (n) => page(`&month=${month(n)}`));
  const text = await page('');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  });
  stack.defer(() => browser.close());
  const address = `${product.url}/t/${flowId}?zone=Europe/Paris`;
  const changes = await changedMonths(browser, address);
  const painted: number[] = [];
  for (let time = 0; time < visits; time++) painted.push((await visit(browser, address)).largest);
  const name = `page of ${hosts} hosts with ${(hosts * eventsEach).toLocaleString('en-US')} events`;
  const script = await weightOf(text, product.url, /<script[^>]* src="([^"]+)"/g);
  return [
    {
      ...{ name: `${name}, a month, p95`, engine: 'postgres', unit: 'ms', limit: 100 },
      value: percentile(times.slice(warmUp), 0.95),
    },
    {
      ...{ name: `${name}, change of month, p95`, engine: 'browser', unit: 'ms', limit: 100 },
      value: percentile(changes, 0.95),
    },
    {
      ...{
        name: `${name} on slow 4G: largest contentful paint`,
        engine: 'browser',
        unit: 'ms',
        limit: 1_200,
      },
      value: percentile(painted, 0.5),
    },
    { name: 'booking page, JS gzip', engine: '-', value: script, unit: 'kB', limit: 60 },
    await bookedAtRandom(session, team(hosts + 1, 10)),
    await takenTurns(session, team(hosts + 11, 3)),
  ];
}
