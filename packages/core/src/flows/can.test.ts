import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  can,
  canManageWorkspace,
  canPlaceIn,
  type FlowRole,
  type FlowStanding,
  flowRole,
  flowVerbs,
} from './can.ts';
import { flowTypeNames } from './flow-types.ts';

const home = { isOwner: false, inWorkspace: false, workspaceLevel: null, isHost: false } as const;
const inside = (workspaceLevel: FlowStanding['workspaceLevel']) => ({
  isOwner: false,
  inWorkspace: true,
  workspaceLevel,
  isHost: false,
});
const owned = <P extends object>(place: P) => ({ ...place, isOwner: true });
const hosted = <P extends object>(place: P) => ({ ...place, isHost: true });

/** The role in the organization, where the flow lies, the flow's own membership; what the person may. */
const cases = [
  ['member', home, null, null],
  ['member', owned(home), null, 'owner'],
  ['member', home, 'write', 'write'],
  ['member', home, 'read', 'read'],
  ['admin', home, null, 'admin'],
  ['admin', home, 'read', 'read'],
  ['member', inside(null), null, null],
  ['member', inside(null), 'write', 'write'],
  ['member', owned(inside(null)), null, 'read'],
  ['member', owned(inside('write')), null, 'owner'],
  ['admin', owned(home), null, 'admin'],
  ['member', inside('read'), null, 'read'],
  ['member', inside('write'), null, 'write'],
  ['member', inside('read'), 'write', 'write'],
  ['member', inside('write'), 'read', 'read'],
  ['admin', inside(null), null, 'admin'],
  // Whoever is booked with it reads it, and loses nothing by it.
  ['member', hosted(home), null, 'read'],
  ['member', hosted(inside(null)), null, 'read'],
  ['member', hosted(inside('write')), null, 'write'],
  ['member', hosted(home), 'write', 'write'],
  ['member', hosted(owned(home)), null, 'owner'],
  ['admin', hosted(inside(null)), null, 'admin'],
  [null, hosted(home), null, null],
  // Collaborators from outside have their own membership, and nothing else.
  [null, home, 'write', 'write'],
  [null, inside(null), 'read', 'read'],
  [null, owned(inside('write')), null, null],
] as const;

describe('a person meets a flow', () => {
  it.each(cases)('as %s, lying in %o, listed %s: is %s', (organizationRole, place, memberLevel, role) => {
    expect(flowRole({ organizationRole, ...place, memberLevel })).toBe(role);
  });

  it('reads with a read-only flow, and is told why the rest is refused', () => {
    const flow = { type: 'base', trashed: false } as const;
    const allowed = flowVerbs.filter((verb) => can('read', verb, flow).ok);
    expect(allowed).toEqual(['open', 'star', 'export']);
    expect(can('read', 'edit', flow)).toEqual({
      ok: false,
      error: { kind: 'forbidden', message: 'You can only view this database' },
    });
    expect(can('read', 'move', flow)).toMatchObject({
      error: {
        message: 'You do not have write access to this item. Ask an admin to grant you permission.',
      },
    });
  });

  it('cannot edit what is in the trash, but bring it back', () => {
    const flow = { type: 'base', trashed: true } as const;
    expect(can('write', 'edit', flow)).toEqual({
      ok: false,
      error: { kind: 'conflict', message: 'This database is in the trash: restore it to change it' },
    });
    expect(can('write', 'restore', flow).ok).toBe(true);
  });

  it('shares and locks what is theirs, and as an admin everything', () => {
    for (const verb of ['share', 'lock'] as const) {
      expect(can('admin', verb, { type: 'base', trashed: false }).ok).toBe(true);
      expect(can('owner', verb, { type: 'base', trashed: false }).ok).toBe(true);
    }
    expect(can('write', 'share', { type: 'base', trashed: false })).toMatchObject({
      error: { message: 'Only its owner or an admin can manage access' },
    });
  });

  it('closes and opens what strangers answer, and nothing else', () => {
    expect(can('write', 'disable', { type: 'form', trashed: false }).ok).toBe(true);
    expect(can('admin', 'disable', { type: 'base', trashed: false }).ok).toBe(false);
  });

  it('changes nothing in what is locked, until it is unlocked', () => {
    const flow = { type: 'base', trashed: false, locked: true } as const;
    const refused = flowVerbs.filter(
      (verb) => can('admin', verb, { ...flow, locked: false }).ok && !can('admin', verb, flow).ok,
    );
    expect(refused).toEqual(['edit', 'rename', 'trash', 'delete']);
    expect(can('admin', 'edit', flow)).toMatchObject({
      error: { message: 'This database is locked: its owner or an admin can unlock it' },
    });
  });

  it('clones a template that they only read', () => {
    expect(can('read', 'duplicate', { type: 'base', trashed: false }).ok).toBe(false);
    expect(can('read', 'duplicate', { type: 'base', trashed: false, template: true }).ok).toBe(true);
  });

  it('manages a workspace as an admin or as its maker', () => {
    expect(canManageWorkspace('admin', false).ok).toBe(true);
    expect(canManageWorkspace('member', true).ok).toBe(true);
    expect(canManageWorkspace('member', false).ok).toBe(false);
  });

  it('puts flows into workspaces they can write to', () => {
    expect(canPlaceIn('admin', null).ok).toBe(true);
    expect(canPlaceIn('member', 'write').ok).toBe(true);
    expect(canPlaceIn('member', 'read')).toMatchObject({
      error: {
        message: 'You do not have write access to this workspace. Ask an admin to grant you permission.',
      },
    });
  });
});

const verb = fc.constantFrom(...flowVerbs);
const facts = fc.record({
  type: fc.constantFrom(...flowTypeNames),
  trashed: fc.boolean(),
  locked: fc.boolean(),
  template: fc.boolean(),
});

it('tells somebody who may not see a flow the same of every verb, type and state', () => {
  fc.assert(
    fc.property(verb, facts, (one, flow) => {
      expect(can(null, one, flow)).toEqual(can(null, 'open', { type: 'base', trashed: false }));
    }),
  );
});

it('allows a higher role whatever it allows a lower one', () => {
  const roles: readonly FlowRole[] = ['read', 'write', 'owner', 'admin'];
  fc.assert(
    fc.property(fc.nat(2), verb, facts, (lower, one, flow) => {
      const [low = 'read', high = 'read'] = roles.slice(lower);
      if (can(low, one, flow).ok) expect(can(high, one, flow).ok).toBe(true);
    }),
  );
});
