import { describe, expect, it } from 'vitest';
import { baseRole, requireRole } from './base-role.ts';

const person = { userId: 'u', organizationId: 'org', organizationRole: 'member' } as const;
const flow = { organizationId: 'org', memberLevel: null } as const;

describe('a person meets a base', () => {
  it('edits what belongs to the organization', () => {
    expect(baseRole(person, flow)).toBe('write');
  });
  it('administers it as the organization’s admin, whatever the membership says', () => {
    expect(baseRole({ ...person, organizationRole: 'admin' }, { ...flow, memberLevel: 'read' })).toBe(
      'admin',
    );
  });
  it('only reads it when the membership says so', () => {
    const role = baseRole(person, { ...flow, memberLevel: 'read' });
    expect(role).toBe('read');
    expect(() => requireRole(role, 'write')).toThrow(expect.objectContaining({ kind: 'forbidden' }));
  });
  it('does not see another organization’s', () => {
    const role = baseRole(person, { ...flow, organizationId: 'other' });
    expect(role).toBeNull();
    expect(() => requireRole(role, 'read')).toThrow(expect.objectContaining({ kind: 'not-found' }));
  });
});
