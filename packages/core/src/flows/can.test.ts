import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { can, canPlaceIn, type FlowRole, type FlowStanding, flowRole, flowVerbs } from './can.ts';
import { flowTypeNames } from './flow-types.ts';

const home = { inWorkspace: false, workspaceLevel: null } as const;
const inside = (workspaceLevel: FlowStanding['workspaceLevel']) => ({ inWorkspace: true, workspaceLevel });

/** The role in the organization, where the flow lies, the flow's own membership; what the person may. */
const cases = [
  ['member', home, null, 'write'],
  ['member', home, 'write', 'write'],
  ['member', home, 'read', 'read'],
  ['admin', home, null, 'admin'],
  ['admin', home, 'read', 'read'],
  ['member', inside(null), null, 'read'],
  ['member', inside('read'), null, 'read'],
  ['member', inside('write'), null, 'write'],
  ['member', inside('read'), 'write', 'write'],
  ['member', inside('write'), 'read', 'read'],
  ['admin', inside(null), null, 'admin'],
  // Memberships alone let nobody in.
  [null, home, 'write', null],
  [null, inside('write'), 'write', null],
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

  it('manages access of forms as an admin, and of databases not at all', () => {
    expect(can('admin', 'share', { type: 'form', trashed: false }).ok).toBe(true);
    expect(can('write', 'share', { type: 'form', trashed: false })).toMatchObject({
      error: { message: 'Only an admin of the organization can manage access' },
    });
    expect(can('admin', 'share', { type: 'base', trashed: false }).ok).toBe(false);
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
const facts = fc.record({ type: fc.constantFrom(...flowTypeNames), trashed: fc.boolean() });

it('tells somebody who may not see a flow the same of every verb, type and state', () => {
  fc.assert(
    fc.property(verb, facts, (one, flow) => {
      expect(can(null, one, flow)).toEqual(can(null, 'open', { type: 'base', trashed: false }));
    }),
  );
});

it('allows a higher role whatever it allows a lower one', () => {
  const roles: readonly FlowRole[] = ['read', 'write', 'admin'];
  fc.assert(
    fc.property(fc.nat(1), verb, facts, (lower, one, flow) => {
      const [low = 'read', high = 'read'] = roles.slice(lower);
      if (can(low, one, flow).ok) expect(can(high, one, flow).ok).toBe(true);
    }),
  );
});
