import { can, flowTypeNames, flowVerbs } from '@weft/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flowMenu } from './flow-menu.ts';

const accessLevel = fc.constantFrom('read', 'write') as fc.Arbitrary<'read' | 'write'>;
const trashedAt = fc.constantFrom(null, '2026-11-21T09:00:00.000Z');

it('offers of the verbs of a list exactly what the server would not refuse', () => {
  fc.assert(
    fc.property(accessLevel, fc.constantFrom(...flowTypeNames), trashedAt, (level, type, trashed) => {
      const offered = flowMenu({ type, accessLevel: level, trashedAt: trashed });
      const listed = trashed === null ? ['open', 'rename', 'trash'] : ['restore'];
      const allowed = flowVerbs.filter((verb) => can(level, verb, { type, trashed: trashed !== null }).ok);
      expect(offered).toEqual(listed.filter((verb) => allowed.some((one) => one === verb)));
    }),
  );
});
