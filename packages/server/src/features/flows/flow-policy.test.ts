import type { FlowStanding } from '@weft/core';
import { describe, expect, it } from 'vitest';
import { requireCan, roleOf } from './flow-policy.ts';

const session = { organizationId: 'here', scope: null } as const;
const token = { organizationId: 'here', scope: 'admin' } as const;
const home = { isOwner: false, inWorkspace: false, workspaceLevel: null, isHost: false } as const;

/** Who asks; whose the flow is, what they are there, what the flow's own list says; what they may. */
const cases = [
  ['a session', session, 'here', 'member', null, null],
  ['a session', session, 'here', 'member', 'write', 'write'],
  ['a session', session, 'here', 'member', 'read', 'read'],
  ['a session', session, 'here', 'admin', null, 'admin'],
  ['a session', session, 'elsewhere', 'member', null, null],
  ['a session', session, 'elsewhere', 'member', 'read', 'read'],
  ['a session', session, 'elsewhere', 'admin', null, 'admin'],
  ['a session', session, 'elsewhere', null, 'write', 'write'],
  ['a session', session, 'elsewhere', null, null, null],
  ['a token', token, 'here', 'member', null, null],
  ['a token', token, 'here', 'member', 'write', 'write'],
  ['a token', token, 'here', 'member', 'read', 'read'],
  ['a token', token, 'here', null, null, null],
  ['a token', token, 'elsewhere', 'member', null, null],
  ['a token', token, 'elsewhere', 'admin', 'write', null],
  ['a token', token, 'elsewhere', null, 'write', null],
] as const;

describe('a caller meets a flow', () => {
  it.each(cases)(
    'by %s made %o, of %s, there %s, listed %s: may %s',
    (...[, person, of, organizationRole, memberLevel, may]) => {
      const standing: FlowStanding = { organizationRole, memberLevel, ...home };
      expect(roleOf(person, of, standing)).toBe(may);
    },
  );

  it('is refused by name what they may see, and told of nothing else', () => {
    const flow = { type: 'base', trashed: false } as const;
    expect(() => requireCan('read', 'edit', flow)).toThrow(expect.objectContaining({ kind: 'forbidden' }));
    expect(() => requireCan(null, 'open', flow)).toThrow(expect.objectContaining({ kind: 'not-found' }));
    expect(() => requireCan('write', 'edit', { ...flow, trashed: true })).toThrow(
      expect.objectContaining({ kind: 'conflict' }),
    );
    expect(requireCan('admin', 'edit', flow)).toBe('admin');
  });
});
