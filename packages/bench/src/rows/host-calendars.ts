import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Calendars, type Engine, migrate, openEmbedded, openPostgres } from '@weft/db';
import { startPostgres } from '@weft/testkit';
import { type Figure, percentile } from '../measure.ts';

const hosts = 50;
const eventsEach = 200;
const day = 86_400_000;
const now = Date.parse('2026-10-12T08:00:00Z');
const warmUp = 20;
const rounds = 100;

/** What the calendars of many hosts hold in a month, as a page that offers their times asks for it. */
export async function hostCalendars(): Promise<Figure[]> {
  const cluster = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  try {
    return [
      await busyOn('postgres', await openPostgres(cluster.url)),
      await busyOn('embedded', await openEmbedded(folder)),
    ];
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function busyOn(name: 'postgres' | 'embedded', engine: Engine): Promise<Figure> {
  await migrate(engine);
  // Everybody has events of a whole year, of which a month is asked for.
  await engine.exec(`
    INSERT INTO weft.organizations (id, name) VALUES ('org', 'Bench');
    INSERT INTO weft.auth_user ("id", "name", "email", "emailVerified", "updatedAt")
      SELECT 'host' || n, 'Host ' || n, 'host' || n || '@bench.example', true, now() FROM generate_series(1, ${hosts}) n;
    INSERT INTO weft.members (organization_id, user_id, role)
      SELECT 'org', 'host' || n, 'member' FROM generate_series(1, ${hosts}) n;
    INSERT INTO weft.calendar_services (id, organization_id, user_id, type, name, account, secret_id, calendars_to_check,
        read_at, read_due)
      SELECT 'svc' || n, 'org', 'host' || n, 'caldav', 'Bench', 'bench', 'sec', '{work}', ${now}, ${now}
      FROM generate_series(1, ${hosts}) n;
    INSERT INTO weft.calendars (service_id, id, position, name, can_write_to, read_to)
      SELECT 'svc' || n, 'work', 0, 'Work', true, ${now + 400 * day} FROM generate_series(1, ${hosts}) n;
    INSERT INTO weft.calendar_events (service_id, calendar_id, id, title, shows_as, starts_at, ends_at)
      SELECT 'svc' || n, 'work', 'event' || e, 'Meeting', 'busy', ${now} + e * 13140000::int8, ${now} + e * 13140000::int8 + 1800000
      FROM generate_series(1, ${hosts}) n, generate_series(1, ${eventsEach * 12}) e;
    ANALYZE weft.calendar_events`);
  const calendars = new Calendars(engine);
  const userIds = Array.from({ length: hosts }, (_, place) => `host${place + 1}`);
  const range = { from: now, to: now + 30.4 * day };
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < warmUp + rounds; round++) {
    const begun = performance.now();
    await calendars.ofPeople(userIds);
    found = (await calendars.events(userIds, range, 'blocking')).length;
    times.push(performance.now() - begun);
  }
  await engine.close();
  return {
    name: `busy times of ${hosts} hosts, 30 days, p95`,
    engine: name,
    value: percentile(times.slice(warmUp), 0.95),
    unit: 'ms',
    // The embedded engine has one thread, and a team of fifty is for a server: there the whole page's limit is enough.
    limit: name === 'embedded' ? 100 : 60,
    note: `${found.toLocaleString('en-US')} events of ${(hosts * eventsEach * 12).toLocaleString('en-US')}`,
  };
}
