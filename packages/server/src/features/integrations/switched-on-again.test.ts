import { expect, it } from 'vitest';
import type { OwnDeps } from './deps.ts';
import { integrationDelivery } from './integration-delivery.ts';
import type { Targets } from './targets.ts';

/** A delivery whose integration is switched on or off, each time that somebody looks. */
const sent = (...enabled: readonly boolean[]) => {
  const looks = enabled.map((one) => ({
    ...{ id: 'int1', flowId: 'flow1', enabled: one, service: { id: 'svc1' } },
    config: { settings: {}, nameMappings: {}, when: null },
  }));
  const place = { organizationId: 'org1', workspaceId: null };
  const deps = {
    now: () => 0,
    integrations: { find: async () => looks.shift() ?? null },
    connections: { find: async () => ({ ...place, id: 'svc1', type: 'own', access: 'organization' }) },
    http: { serviceOf: async () => ({ type: 'own', write: { repeats: 'idempotent' } }) },
    flows: { placeOf: async () => place },
    runs: { classify: async () => {} },
  };
  const kind = integrationDelivery(deps as unknown as OwnDeps, {} as Targets);
  const delivery = {
    id: 'dlv1',
    content: { integrationId: 'int1', flowId: 'flow1', fields: [], values: [] },
  };
  return kind.send(delivery as unknown as Parameters<typeof kind.send>[0], {
    id: 'job1',
    attempt: 1,
    signal: new AbortController().signal,
  });
};

it('sends again soon what it gives up while its integration is switched on', async () => {
  await expect(sent(false, true)).rejects.toMatchObject({ retryIn: 1 });
});

it('gives up what is not written any more', async () => {
  await expect(sent(false, false)).rejects.toMatchObject({ retryIn: null });
});
