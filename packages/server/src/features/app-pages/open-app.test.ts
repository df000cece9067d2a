import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { ScanOwner } from '../bases/reads/scan-slots.ts';
import { sightOf } from './open-app.ts';

it('each visitor of an app has turns of their own when tables are looked through, and so has the app', async () => {
  const owners: ScanOwner[] = [];
  const deps = {
    scanSlots: { run: async (owner: ScanOwner) => owners.push(owner) },
    ...{ now: () => 0, base: () => ({}), mirrors: {} },
  } as unknown as Parameters<typeof sightOf>[0];
  const open = { app: {}, source: null, flowId: 'app', organizationId: 'org' } as unknown as Parameters<
    typeof sightOf
  >[1];
  const look = (ip: string, recordId: string | null) =>
    sightOf(deps, open, recordId === null ? null : { recordId, email: '', name: '', roles: [], values: {} }, {
      request: { ip, headers: {} } as unknown as FastifyRequest,
      reply: { raw: new EventEmitter(), request: { ip } } as unknown as FastifyReply,
    }).runScan(async () => null);
  await look('192.0.2.1', null);
  await look('192.0.2.2', null);
  await look('192.0.2.2', 'rec1');
  expect(owners).toEqual([
    { userId: 'app 192.0.2.1', organizationId: 'app' },
    { userId: 'app 192.0.2.2', organizationId: 'app' },
    { userId: 'app rec1', organizationId: 'app' },
  ]);
});
