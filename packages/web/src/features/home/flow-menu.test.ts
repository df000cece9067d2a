import { can, flowTypeNames, flowVerbs } from '@weft/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { factsOf, flowMenu, shareLabel } from './flow-menu.ts';

const flow = fc.record({
  role: fc.constantFrom('admin', 'owner', 'write', 'read'),
  type: fc.constantFrom(...flowTypeNames),
  trashedAt: fc.constantFrom(null, '2026-11-21T09:00:00.000Z'),
  locked: fc.boolean(),
  cloneableTemplateId: fc.constantFrom(null, 'bas1'),
});

it('offers of the verbs of a list exactly what the server would not refuse', () => {
  fc.assert(
    fc.property(flow, (one) => {
      const listed =
        one.trashedAt === null
          ? [
              'open',
              'star',
              'note',
              'rename',
              'duplicate',
              'move',
              'export',
              'share',
              'lock',
              'template',
              'disable',
              'trash',
            ]
          : ['restore', 'move'];
      const allowed = flowVerbs.filter((verb) => can(one.role, verb, factsOf(one)).ok);
      const made = listed.filter(
        (verb) =>
          !['duplicate', 'export'].includes(verb) ||
          ['base', 'form', 'quiz', 'scheduling', 'payment', 'zite'].includes(one.type),
      );
      expect(flowMenu(one)).toEqual(made.filter((verb) => allowed.some((other) => other === verb)));
    }),
  );
});

it('offers who only reads the star, and nothing that changes anything', () => {
  const read = { role: 'read', type: 'base', trashedAt: null, locked: false, cloneableTemplateId: null };
  expect(flowMenu(read as Parameters<typeof flowMenu>[0])).toEqual(['open', 'star', 'export']);
});

it('offers no places of an organization one is not of, and access to who manages it', () => {
  const form = { role: 'write', type: 'form', trashedAt: null, locked: false, cloneableTemplateId: null };
  const one = form as Parameters<typeof flowMenu>[0];
  expect(flowMenu(one)).toContain('move');
  expect(flowMenu(one, true)).not.toContain('move');
  expect(shareLabel({ ...one, role: 'admin' })).toBe('Manage Access');
  expect(shareLabel({ ...one, role: 'owner' })).toBe('Share');
  expect(shareLabel({ ...one, role: 'admin', type: 'base' })).toBe('Share');
});
