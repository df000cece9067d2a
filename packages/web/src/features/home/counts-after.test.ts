import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Places } from '../../api.ts';
import { countsAfter, type Destination } from './counts-after.ts';

interface Lies {
  readonly workspaceId: string | null;
  readonly trashedAt: string | null;
}

const workspaceIds = ['a', 'b', 'c'];

/** What the server counts. */
const counted = (flows: readonly Lies[]): Places => {
  const kept = flows.filter(({ trashedAt }) => trashedAt === null);
  return {
    workspaces: workspaceIds.map((id) => ({
      ...{ id, slug: id, name: id, icon: null, color: null, accessLevel: 'write', canManage: true },
      ...{ flowMemberships: [], itemCount: kept.filter(({ workspaceId }) => workspaceId === id).length },
    })),
    itemCount: kept.length,
    trashCount: flows.length - kept.length,
  };
};

const place = fc.constantFrom(null, ...workspaceIds);
const flow: fc.Arbitrary<Lies> = fc.record({
  workspaceId: place,
  trashedAt: fc.constantFrom(null, '2026-01-02T03:04:05Z'),
});
const destination: fc.Arbitrary<Destination> = fc.oneof(
  fc.constantFrom('trash' as const, 'restored' as const),
  fc.record({ workspaceId: place }),
);

const after = (one: Lies, to: Destination): Lies => {
  if (to === 'trash') return { ...one, trashedAt: '2026-01-02T03:04:05Z' };
  return { workspaceId: to === 'restored' ? one.workspaceId : to.workspaceId, trashedAt: null };
};

it('shows after a move the counts the server gives', () => {
  fc.assert(
    fc.property(fc.array(flow), fc.array(flow), destination, (moved, others, to) => {
      const before = counted([...moved, ...others]);
      expect(countsAfter(before, moved, to)).toEqual(
        counted([...moved.map((one) => after(one, to)), ...others]),
      );
    }),
  );
});
