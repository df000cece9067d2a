import { expect, it } from 'vitest';
import type { Engine } from '../engine/engine.ts';
import { describeEngines } from '../testing.ts';
import { addDelivery, Deliveries, noteDelivered, noteRefused, secretOwnerOfDelivery } from './deliveries.ts';
import { IntegrationRuns } from './integration-runs.ts';
import { addSecret, SecretRows } from './secrets.ts';
import { peopledEngine } from './testing.ts';

describeEngines('deliveries', (open) => {
  const engine = peopledEngine(
    open,
    `DELETE FROM weft.deliveries; DELETE FROM weft.secrets; DELETE FROM weft.secret_keys;
     INSERT INTO weft.secret_keys (id, sealed) VALUES ('key', 'k')`,
  );
  const mail = (id: string, idempotencyKey = id) => ({
    ...{ id, kind: 'mail', idempotencyKey, target: 'ann@example.org' },
    ...{ title: 'Hello', content: { text: `to ${id}` } },
  });
  const sealFor = (id: string) =>
    addSecret(engine(), { ...secretOwnerOfDelivery(id), id: `s-${id}`, keyId: 'key', sealed: 'x' });

  it('happen once, however often the same is asked for, and so many times a target', async () => {
    expect(await addDelivery(engine(), mail('d1'), 'waiting')).toBe(true);
    expect(await addDelivery(engine(), mail('d2', 'd1'), 'waiting')).toBe(false);
    const limit = { most: 2, seconds: 60 };
    expect(await addDelivery(engine(), mail('d3'), 'waiting', limit)).toBe(true);
    expect(await addDelivery(engine(), mail('d4'), 'waiting', limit)).toBe(false);
    expect(await addDelivery(engine(), { ...mail('d5'), title: 'Else' }, 'kept', limit)).toBe(true);
    const deliveries = new Deliveries(engine());
    expect((await deliveries.list('mail', null, 10)).map(({ id }) => id)).toEqual(['d5', 'd3', 'd1']);
    expect((await deliveries.list('mail', 'd5', 1)).map(({ id }) => id)).toEqual(['d3']);
  });

  it('that may have been written stay marked until a service surely took nothing', async () => {
    const runs = new IntegrationRuns(engine());
    await addDelivery(engine(), mail('d1'), 'waiting');
    expect(await runs.begin('d1')).toBe(true);
    // The server was stopped then, and before the next attempt the service could not be asked for anything else.
    await runs.classify('d1', 'retry');
    expect(await runs.begin('d1')).toBe(false);
    await runs.classify('d1', null);
    expect(await runs.begin('d1')).toBe(true);
  });

  it('are searched a few at a time, as far back as they are looked through', async () => {
    await engine().exec(`INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state)
      SELECT 'd' || lpad(n::text, 5, '0'), 'integration', 'plans a' || n || ' int', 'svc', 'Guest ' || n,
        jsonb_build_object('meal', CASE n % 250 WHEN 1 THEN 'Fish' ELSE 'Rice' END), 'sent'
      FROM generate_series(1, 501) AS n`);
    let statements = 0;
    const scanner: Engine['scanner'] = (signal) => {
      const own = engine().scanner(signal);
      const query: typeof own.query = (...asked) => {
        statements++;
        return own.query(...asked);
      };
      return { query } as typeof own;
    };
    const runs = new IntegrationRuns({ query: engine().query.bind(engine()), scanner } as Engine);
    let turns = 0;
    const ids = async (search: string | null, cursor: string | null, limit: number) => {
      const filter = { integrationId: null, state: null, search, cursor, limit };
      const found = await runs.list('plans', filter, (work) => {
        turns++;
        return work(new AbortController().signal);
      });
      return found.map(({ id }) => id);
    };
    expect(await ids('fish', null, 10)).toEqual(['d00501', 'd00251', 'd00001']);
    expect([turns, statements > 5]).toEqual([1, true]);
    expect(await ids('fish', null, 2)).toEqual(['d00501', 'd00251']);
    expect(await ids('fish', 'd00251', 2)).toEqual(['d00001']);
    expect(await ids('meat', null, 10)).toEqual([]);
    expect(await ids(null, 'd00251', 2)).toEqual(['d00250', 'd00249']);
    expect(turns).toBe(4);
  });

  it('keep what the receiver answered, and forget what must not be read after they were taken', async () => {
    const deliveries = new Deliveries(engine());
    await addDelivery(engine(), mail('d1'), 'waiting');
    await sealFor('d1');
    await noteRefused(engine(), 'd1', '451 later', false);
    expect(await deliveries.find('d1')).toMatchObject({ state: 'waiting', attempts: 1, answer: '451 later' });
    await engine().transaction((tx) => noteDelivered(tx, 'd1', '250 ok', false));
    expect(await deliveries.find('d1')).toMatchObject({ state: 'sent', attempts: 2, content: null });
    expect(await new SecretRows(engine()).find(['s-d1'])).toEqual([]);
    await addDelivery(engine(), mail('d2'), 'waiting');
    await noteRefused(engine(), 'd2', '550 no', true);
    expect(await deliveries.find('d2')).toMatchObject({ state: 'failed', content: { text: 'to d2' } });
  });

  it('are forgotten with their secrets when they are old', async () => {
    for (const id of ['old', 'new']) {
      await addDelivery(engine(), mail(id), 'waiting');
      await sealFor(id);
    }
    await engine().exec(
      `UPDATE weft.deliveries SET created_at = now() - interval '31 days' WHERE id = 'old'`,
    );
    await new Deliveries(engine()).removeOld(30, Date.now());
    expect((await new Deliveries(engine()).list('mail', null, 10)).map(({ id }) => id)).toEqual(['new']);
    expect((await new SecretRows(engine()).find(['s-old', 's-new'])).map(({ id }) => id)).toEqual(['s-new']);
  });

  it('that an integration could not write are kept as long as it stands', async () => {
    await engine().exec(`INSERT INTO weft.services (id, organization_id, user_id, type, name, source)
        VALUES ('svc', 'org', 'ann', 'databases', 'Databases', 'formEditor');
      INSERT INTO weft.flow_integrations (id, flow_id, service_id, service_type, query_id, config)
        VALUES ('int', 'plans', 'svc', 'databases', 'query', '{}')`);
    for (const id of ['lost', 'done']) await addDelivery(engine(), mail(id, `plans ${id} int`), 'waiting');
    await noteRefused(engine(), 'lost', 'locked', true);
    await engine().transaction((tx) => noteDelivered(tx, 'done', null, true));
    await engine().exec(`UPDATE weft.deliveries SET created_at = now() - interval '31 days'`);
    const deliveries = new Deliveries(engine());
    const kept = async () => (await deliveries.list('mail', null, 10)).map(({ id }) => id);
    await deliveries.removeOld(30, Date.now());
    expect(await kept()).toEqual(['lost']);
    await engine().exec('DELETE FROM weft.flow_integrations');
    await deliveries.removeOld(30, Date.now());
    expect(await kept()).toEqual([]);
  });

  it('are removed in steps, whatever is kept between them', async () => {
    await engine().exec(`INSERT INTO weft.services (id, organization_id, user_id, type, name, source)
        VALUES ('svc', 'org', 'ann', 'databases', 'Databases', 'formEditor');
      INSERT INTO weft.flow_integrations (id, flow_id, service_id, service_type, query_id, config)
        VALUES ('int', 'plans', 'svc', 'databases', 'query', '{}')`);
    const ids = Array.from({ length: 9 }, (_, nth) => `d${nth}`);
    // Every third has failed; all are of one moment, as those of one answer are.
    for (const [nth, id] of ids.entries()) {
      await addDelivery(engine(), mail(id, `plans ${id} int`), 'waiting');
      if (nth % 3 === 0) await noteRefused(engine(), id, 'locked', true);
      else await engine().transaction((tx) => noteDelivered(tx, id, null, true));
    }
    await engine().exec(`UPDATE weft.deliveries SET created_at = '2026-01-01T00:00:00.000001Z'`);
    const deliveries = new Deliveries(engine());
    await deliveries.removeOld(30, Date.now(), 2);
    expect((await deliveries.list('mail', null, 20)).map(({ id }) => id)).toEqual(['d6', 'd3', 'd0']);
  });
});
