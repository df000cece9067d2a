import { isId } from '@weft/std';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { workspaceSlug } from './workspace-slug.ts';

const none: ReadonlySet<string> = new Set();

it('makes an address of a name, in any script', () => {
  expect(workspaceSlug('Press & fairs', none)).toBe('press-fairs');
  expect(workspaceSlug('  Größe 2026! ', none)).toBe('größe-2026');
  expect(workspaceSlug('工房', none)).toBe('工房');
  expect(workspaceSlug('\u202e🙂', none)).toBe('workspace');
});

it('never takes the address of a page, of another workspace or of an id', () => {
  expect(workspaceSlug('Trash', none)).toBe('trash-2');
  expect(workspaceSlug('Forms', new Set(['forms-2']))).toBe('forms-3');
  const id = `wsp${'0'.repeat(21)}`;
  expect(workspaceSlug(id, none)).toBe(`${id}-2`);
});

it('gives every name an address that is short, new and survives a URL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.array(fc.string()), (name, others) => {
      const taken = new Set([...others, workspaceSlug(name, none)]);
      const slug = workspaceSlug(name, taken);
      expect(taken.has(slug) || isId('wsp', slug)).toBe(false);
      expect(Array.from(slug).length).toBeLessThanOrEqual(60);
      expect(
        new URL(`/home/${encodeURIComponent(slug)}`, 'http://localhost').pathname.split('/'),
      ).toHaveLength(3);
    }),
  );
});
