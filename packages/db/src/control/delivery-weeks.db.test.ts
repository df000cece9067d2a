import { firstIdAt } from '@weft/std';
import { expect, it } from 'vitest';
import { describeEngines } from '../testing.ts';
import { addDelivery, Deliveries, noteDelivered, noteRefused, secretOwnerOfDelivery } from './deliveries.ts';
import { IntegrationRuns } from './integration-runs.ts';
import { addSecret, SecretRows } from './secrets.ts';
import { peopledEngine } from './testing.ts';

const day = 24 * 60 * 60_000;
/** A Wednesday. */
const now = Date.parse('2026-12-02T12:00:00Z');

describeEngines('deliveries of weeks', (open) => {
  const engine = peopledEngine(
    open,
    `DELETE FROM weft.deliveries; DELETE FROM weft.jobs; DELETE FROM weft.secrets; DELETE FROM weft.secret_keys;
     INSERT INTO weft.secret_keys (id, sealed) VALUES ('key', 'k')`,
  );
  /** An id of a moment. */
  const at = (moment: number, nth = 0) => firstIdAt('dlv', moment) + String(nth).padStart(12, '0');
  const asked = (id: string, idempotencyKey = id) =>
    addDelivery(
      engine(),
      {
        ...{ id, kind: 'mail', idempotencyKey, target: 'ann@example.org' },
        ...{ title: 'Hello', content: { text: `to ${id}` } },
      },
      'waiting',
      null,
      `job${id.slice(3)}`,
    );
  const sent = (id: string) => engine().transaction((tx) => noteDelivered(tx, id, null, true));
  const deliveries = () => new Deliveries(engine());
  const ids = async () => (await deliveries().list('mail', null, 100)).map(({ id }) => id);
  const partitions = async () => {
    const rows = await engine().query(
      `SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'weft.deliveries'::regclass ORDER BY 1`,
    );
    return rows.map(([name]) => String(name).replace('weft.', ''));
  };
  const lyingIn = async (id: string) => {
    const [row] = await engine().query('SELECT tableoid::regclass::text FROM weft.deliveries WHERE id = $1', [
      id,
    ]);
    return String(row?.[0]).replace('weft.', '');
  };

  it('lie in a partition for each week, and happen once whatever week they are asked for in', async () => {
    const before = at(now - 60 * day);
    expect(await asked(before, 'first')).toBe(true);
    await deliveries().makeWeeks(now);
    await deliveries().makeWeeks(now);
    expect(await partitions()).toEqual(['deliveries_20261130', 'deliveries_20261207', 'deliveries_others']);
    const sunday = at(Date.parse('2026-12-06T23:59:59.999Z'));
    const monday = at(Date.parse('2026-12-07T00:00:00Z'));
    expect([await asked(sunday, 'second'), await asked(monday, 'third')]).toEqual([true, true]);
    expect(await Promise.all([before, sunday, monday].map(lyingIn))).toEqual([
      'deliveries_others',
      'deliveries_20261130',
      'deliveries_20261207',
    ]);
    for (const [nth, key] of ['first', 'second', 'third'].entries())
      for (const moment of [now - 60 * day, now, now + 7 * day])
        expect(await asked(at(moment, nth + 1), key)).toBe(false);
    expect(await ids()).toEqual([monday, sunday, before]);
    // Asked for twice at one moment, one is there.
    const both = [at(now, 8), at(now, 9)].map((id) => asked(id, 'fourth'));
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
  });

  it('go with their week when it is old, but for what can still be sent again', async () => {
    await engine().exec(`INSERT INTO weft.services (id, organization_id, user_id, type, name, source)
        VALUES ('svc', 'org', 'ann', 'databases', 'Databases', 'formEditor');
      INSERT INTO weft.flow_integrations (id, flow_id, service_id, service_type, query_id, config)
        VALUES ('int', 'plans', 'svc', 'databases', 'query', '{}')`);
    await deliveries().makeWeeks(now + 14 * day);
    const [done, lost, again, orphan, secret, pending, twin] = [1, 2, 3, 4, 5, 6, 7].map((nth) =>
      at(now + 14 * day, nth),
    );
    const later = at(now + 21 * day, 1);
    for (const id of [done, lost, again, later]) await asked(String(id), `plans ${id} int`);
    await asked(String(orphan), `plans ${orphan} gone`);
    for (const id of [secret, pending, twin]) await asked(String(id));
    await addSecret(engine(), {
      ...{ ...secretOwnerOfDelivery(String(secret)), id: 'sealed' },
      ...{ keyId: 'key', sealed: 'x' },
    });
    for (const id of [done, secret]) await sent(String(id));
    await addSecret(engine(), {
      ...{ ...secretOwnerOfDelivery(String(secret)), id: 'left' },
      ...{ keyId: 'key', sealed: 'x' },
    });
    await addSecret(engine(), {
      ...{ ...secretOwnerOfDelivery(later), id: 'stays' },
      ...{ keyId: 'key', sealed: 'x' },
    });
    await engine().exec('DELETE FROM weft.jobs');
    for (const id of [lost, again, orphan]) await noteRefused(engine(), String(id), 'locked', true);
    await engine().exec(`UPDATE weft.deliveries SET state = 'waiting' WHERE id = '${again}';
      INSERT INTO weft.jobs (id, queue, payload) SELECT id, 'delivery', jsonb_build_object('deliveryId', id)
        FROM unnest(ARRAY['${again}', '${pending}', '${twin}']) AS id`);
    // Asked for at one moment by two servers, around the end of a week.
    const first = at(now - 60 * day);
    await asked(first);
    await engine().exec(`UPDATE weft.deliveries SET idempotency_key = '${twin}' WHERE id = '${first}'`);
    const ends = Date.parse('2026-12-21T00:00:00Z');
    await deliveries().removeOld(30, ends + 30 * day - 1);
    expect(await ids()).toHaveLength(9);
    await deliveries().removeOld(30, ends + 30 * day);
    expect(await ids()).toEqual([later, pending, again, lost, first]);
    expect(await partitions()).not.toContain('deliveries_20261214');
    expect(await lyingIn(String(lost))).toBe('deliveries_others');
    expect((await new SecretRows(engine()).find(['left', 'stays'])).map(({ id }) => id)).toEqual(['stays']);
    // It is sent again as before, and its week is not made anew.
    expect(await new IntegrationRuns(engine()).find('plans', String(lost))).toBe(null);
    await deliveries().makeWeeks(now + 14 * day);
    expect(await partitions()).not.toContain('deliveries_20261214');
    expect(await deliveries().find(String(lost))).toMatchObject({ state: 'failed', attempts: 1 });
    expect(await asked(at(now + 40 * day), `plans ${lost} int`)).toBe(false);
  });

  it('stay where they are while somebody reads for long', async () => {
    await deliveries().makeWeeks(now + 50 * day);
    await asked(at(now + 50 * day));
    const there = await partitions();
    if (engine().kind === 'embedded') return;
    await engine().transaction(async (tx) => {
      await tx.query('SELECT count(*) FROM weft.deliveries');
      await deliveries().removeOld(30, now + 200 * day);
    });
    expect(await partitions()).toEqual(there);
    expect(await ids()).toHaveLength(1);
  });
});
