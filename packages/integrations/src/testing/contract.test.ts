import type { ForeignAnswer } from '@weft/forms';
import { serviceCategories, targetKinds } from '@weft/protocol';
import { must } from '@weft/std';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Choice, OutgoingItem, Repeats, TargetStep, Written } from '../connectors/connector.ts';
import { connectorOf, connectors } from '../connectors/connectors.ts';
import { type FaultClass, ServiceFault, type ServiceHttp } from '../connectors/service-http.ts';
import { oauthProviders } from '../oauth/providers.ts';
import { connection } from './connection.ts';
import { standIns } from './stand-ins.ts';
import { type Fault, StrictServer } from './strict-server.ts';
import { wantedEvent } from './vendors/local-calendar.ts';
import { wantedMeeting } from './vendors/local-meetings.ts';

const faultOf = async (work: Promise<unknown>): Promise<ServiceFault | null> => {
  const caught = await work.then(
    () => null,
    (error: unknown) => error,
  );
  if (caught === null) return null;
  expect(caught).toBeInstanceOf(ServiceFault);
  expect((caught as ServiceFault).message.length).toBeLessThan(700);
  return caught as ServiceFault;
};

/** Vendors whose fields hold each kind of value are among them. */
it('writes every kind of value somewhere', () => {
  const kinds = Object.values(standIns).flatMap((make) => make().fields.map(({ kind }) => kind));
  expect(new Set(kinds)).toEqual(new Set(targetKinds));
});

const day = { from: Date.parse('2026-11-24T00:00Z'), to: Date.parse('2026-11-25T00:00Z') };
const deep = `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`;

// What speaks something else than HTTP is held to the same by a test of its own.
const byHttp = connectors.filter(({ baseUrl }) => baseUrl !== undefined);

describe.each(byHttp.map((connector) => ({ type: connector.type, connector })))(
  '$type',
  ({ type, connector }) => {
    const make = standIns[type];
    if (make === undefined) throw new Error(`${type} has no stand-in: write one in testing/vendors`);
    let vendor = make();
    const server = new StrictServer(vendor.routes);
    beforeAll(() => server.listen());
    const startAnew = () => {
      vendor = make();
      server.routes = vendor.routes;
      server.reset();
    };
    beforeEach(startAnew);
    afterAll(() => server[Symbol.asyncDispose]());

    const item = (): OutgoingItem => ({
      key: "key'1",
      fields: vendor.fields,
      values: new Map(Object.entries(vendor.values)),
    });
    const calendarId = vendor.scheduling?.calendarId ?? '';
    const write = async (http: ServiceHttp): Promise<Written | undefined> => {
      await connector.calendars?.(http).write(calendarId, "key'1", wantedEvent);
      await connector.meetings?.(http).write("key'1", null, wantedMeeting);
      return connector.write?.run(http, vendor.target, item());
    };
    const sent = () =>
      vendor.sentOf?.(server.calls) ??
      server.calls.flatMap(({ route, body }) => (route.adds === true ? [body] : []));
    const repeats = (): Repeats => {
      const { repeats: said = connector.use === 'scheduling' ? 'idempotent' : 'ask' } = connector.write ?? {};
      return typeof said === 'function' ? said(vendor.target) : said;
    };
    const allAnswers = async (http: ServiceHttp) => {
      const { page } = await must(connector.openAnswers)(http, vendor.target);
      const found: ForeignAnswer[] = [];
      for (let from: string | null = null, isFirst = true; isFirst || from !== null; isFirst = false) {
        const read = await page(from);
        found.push(...read.answers);
        from = read.next;
      }
      return found;
    };
    /** Everything that is asked of a vendor, by what it is called. */
    const operations = (): readonly (readonly [string, (http: ServiceHttp) => Promise<unknown>])[] => [
      ['check', (http) => connector.check(http)],
      ...(connector.targets ?? []).map(
        ({ key, list }: TargetStep) => [key, (http: ServiceHttp) => list(http, vendor.target)] as const,
      ),
      ['fields', async (http) => connector.fieldsOf?.(http, vendor.target)],
      ['write', write],
      ['form', async (http) => connector.readForm?.(http, vendor.target)],
      ['answers', async (http) => connector.openAnswers && allAnswers(http)],
      ...(connector.calendars === undefined
        ? []
        : ([
            ['list', (http) => must(connector.calendars)(http).list()],
            ['read', (http) => must(connector.calendars)(http).changed(calendarId, day, null, 'UTC')],
            ['remove', (http) => must(connector.calendars)(http).remove(calendarId, "key'1")],
          ] as const satisfies readonly (readonly [string, (http: ServiceHttp) => Promise<unknown>])[])),
      ...(connector.meetings === undefined
        ? []
        : ([
            ['call off', (http) => must(connector.meetings)(http).remove("key'1", null, wantedMeeting)],
          ] as const satisfies readonly (readonly [string, (http: ServiceHttp) => Promise<unknown>])[])),
    ];

    it('is found by its type, in a category', () => {
      expect(connectorOf(type)).toBe(connector);
      expect(connector.categories.length).toBeGreaterThan(0);
      expect(serviceCategories).toEqual(expect.arrayContaining([...connector.categories]));
    });

    it('is let in each way, and says whose account it is', async () => {
      expect(vendor.ways.length).toBe(connector.auth.length);
      for (const [way, { account }] of vendor.ways.entries()) {
        const { http } = connection(connector, vendor, server, way);
        expect(await connector.check(http)).toEqual(account);
      }
      expect(server.violations).toEqual([]);
      const providers = connector.auth.flatMap((auth) => (auth.kind === 'oauth' ? [auth.provider] : []));
      for (const provider of providers) expect(oauthProviders.map(({ name }) => name)).toContain(provider);
    });

    it('lists what can be chosen, page by page', async () => {
      const { http } = connection(connector, vendor, server);
      for (const { key, list } of connector.targets ?? []) {
        const choices: readonly Choice[] = await list(http, vendor.target);
        const chosen = vendor.target[key];
        if (chosen !== undefined) expect(choices.map(({ id }) => id)).toContain(chosen);
        expect(choices.every(({ name }) => name !== '')).toBe(true);
      }
      // What is offered for a setting before it is connected is where the setting was taken from.
      for (const [key, list] of Object.entries(connector.offered ?? {}))
        expect(await list(http)).toContain(http.config[key]);
      expect(server.violations).toEqual([]);
    });

    it('knows the fields of a target, and leaves out what cannot be written', async () => {
      const { http } = connection(connector, vendor, server);
      expect((await connector.fieldsOf?.(http, vendor.target)) ?? []).toEqual(vendor.fields);
      expect(server.violations).toEqual([]);
    });

    it.runIf(connector.readForm !== undefined)(
      'reads a form and every answer to it, page by page',
      async () => {
        const { http } = connection(connector, vendor, server);
        const form = await must(connector.readForm)(http, vendor.target);
        const keys = new Set(form.pages.flat().map(({ key }) => key));
        const answers = await allAnswers(http);
        expect(answers.filter(({ id }) => !id.startsWith('more'))).toEqual(vendor.answers);
        expect(new Set(answers.map(({ id }) => id)).size).toBeGreaterThanOrEqual(100);
        expect(answers.flatMap(({ values }) => values).some(({ about }) => keys.has(about))).toBe(true);
        expect(server.violations).toEqual([]);
      },
    );

    it('writes a value of every kind, each way', async () => {
      for (const way of vendor.ways.keys()) {
        const { http } = connection(connector, vendor, server, way);
        const written = await write(http);
        expect(server.violations).toEqual([]);
        expect(written === undefined).toBe(connector.use !== 'write');
        if (written !== undefined) expect(written.said).toMatch(/^[A-Z]/);
        if (way === 0) expect(sent()).toEqual(vendor.sent);
      }
    });

    it('refreshes a token that expired, once, and asks to connect again when it cannot', async () => {
      const { http, seen } = connection(
        connector,
        vendor,
        server,
        connector.auth.findIndex(({ kind }) => kind === 'oauth'),
        false,
      );
      if (!connector.auth.some(({ kind }) => kind === 'oauth')) {
        const { http: byKey } = connection(connector, vendor, server);
        server.credentials = [];
        expect((await faultOf(connector.check(byKey)))?.class).toBe('reconnect');
        return;
      }
      await connector.check(http);
      expect(seen.refreshes).toBe(1);
      server.credentials = [];
      seen.grant = false;
      expect((await faultOf(connector.check(http)))?.class).toBe('reconnect');
    });

    /** What an operation ends with when its request of this number goes wrong; null: with its answer. */
    const broken = async (run: (http: ServiceHttp) => Promise<unknown>, at: number, fault: Fault) => {
      startAnew();
      server.faults.set(at, fault);
      return faultOf(run(connection(connector, vendor, server).http));
    };
    const requestsOf = async (run: (http: ServiceHttp) => Promise<unknown>) => {
      startAnew();
      await run(connection(connector, vendor, server).http);
      return { requests: server.calls.length, added: server.added };
    };
    /** After something was added, a fault is never retried by itself. */
    const orUnknown = (fault: ServiceFault | null, expected: FaultClass) =>
      expect([expected, ...(server.added > 0 ? ['unknown'] : [])]).toContain(fault?.class);

    it('tells what passes by itself from what does not', async () => {
      for (const [, run] of operations()) {
        const { requests } = await requestsOf(run);
        for (let at = 0; at < requests; at++) {
          const limited = await broken(run, at, { kind: 'status', status: 429, retryAfter: '7' });
          orUnknown(limited, 'retry');
          if (limited?.class === 'retry') expect(limited.retryAfter).toBe(7);
          const away = { kind: 'status', status: 503, retryAfter: '7' } as const;
          orUnknown(await broken(run, at, away), 'retry');
          orUnknown(await broken(run, at, { kind: 'status', status: 425 }), 'retry');
          const refused = await broken(run, at, { kind: 'status', status: 422 });
          orUnknown(refused, 'permanent');
          expect(refused?.message).toContain('Told by the test');
        }
      }
    });

    it('survives answers that are cut, deep, or of another shape', async () => {
      for (const [, run] of operations()) {
        const { requests } = await requestsOf(run);
        for (let at = 0; at < requests; at++)
          for (const text of ['', '[]', '{"data":{"boards":3}}', '<html>', deep]) {
            const fault = await broken(run, at, { kind: 'body', text });
            if (fault !== null) expect(['permanent', 'unknown', 'retry']).toContain(fault.class);
          }
      }
    });

    it('writes nothing twice when an answer is lost', async () => {
      const { requests, added } = await requestsOf(write);
      for (let at = 0; at < requests; at++)
        for (const fault of [
          { kind: 'reset' },
          { kind: 'hang' },
          { kind: 'status', status: 429 },
          // Vendors say these also of what they have done.
          ...[500, 502, 503].map((status) => ({ kind: 'status', status, done: true }) as const),
          { kind: 'body', text: '{}' },
        ] as const) {
          const said = await broken(write, at, fault);
          const isRepeated =
            said?.class === 'retry' || (said?.class === 'unknown' && repeats() === 'idempotent');
          if (!isRepeated || repeats() === 'idempotent') continue;
          server.faults.clear();
          await write(connection(connector, vendor, server).http);
          expect(server.added).toBe(added);
        }
    });
  },
);
