import { describe, expect, it } from 'vitest';
import { baseRole, requireRole } from './base-role.ts';

const session = { organizationId: 'here', scope: null } as const;
const token = { organizationId: 'here', scope: 'admin' } as const;

/** Who asks; whose the base is, what they are there, what the base's own list says; what they may. */
const cases = [
  ['a session', session, 'here', 'member', null, 'write'],
  ['a session', session, 'here', 'member', 'write', 'write'],
  ['a session', session, 'here', 'member', 'read', 'read'],
  ['a session', session, 'here', 'admin', null, 'admin'],
  ['a session', session, 'here', 'admin', 'read', 'admin'],
  ['a session', session, 'here', null, null, null],
  ['a session', session, 'elsewhere', 'member', null, 'write'],
  ['a session', session, 'elsewhere', 'member', 'read', 'read'],
  ['a session', session, 'elsewhere', 'admin', null, 'admin'],
  ['a session', session, 'elsewhere', null, null, null],
  // A membership of the base alone lets nobody in.
  ['a session', session, 'elsewhere', null, 'write', null],
  ['a token', token, 'here', 'member', null, 'write'],
  ['a token', token, 'here', 'member', 'read', 'read'],
  ['a token', token, 'here', 'admin', null, 'admin'],
  ['a token', token, 'here', null, null, null],
  ['a token', token, 'elsewhere', 'member', null, null],
  ['a token', token, 'elsewhere', 'admin', 'write', null],
] as const;

describe('a person meets a base', () => {
  it.each(cases)(
    'by %s made %o, of %s, there %s, listed %s: may %s',
    (...[, person, of, there, listed, may]) => {
      const flow = { organizationId: of, organizationRole: there, memberLevel: listed };
      expect(baseRole(person, flow)).toBe(may);
    },
  );
  it('is refused by name what they may see, and told of nothing else', () => {
    expect(() => requireRole('read', 'write')).toThrow(expect.objectContaining({ kind: 'forbidden' }));
    expect(() => requireRole(null, 'read')).toThrow(expect.objectContaining({ kind: 'not-found' }));
    expect(requireRole('admin', 'write')).toBe('admin');
  });
});
