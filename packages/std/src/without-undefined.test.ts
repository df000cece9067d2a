import { expect, expectTypeOf, it } from 'vitest';
import { withoutUndefined } from './without-undefined.ts';

it('leaves out what is undefined and keeps what is null, false or empty', () => {
  const made = withoutUndefined({ a: undefined, b: null, c: false, d: '', e: 0 });
  expect(Object.keys(made)).toEqual(['b', 'c', 'd', 'e']);
});

it('makes what may be undefined optional, so that exact optional properties take it', () => {
  const name = 'x' as string | undefined;
  const made: { readonly id: string; readonly name?: string } = withoutUndefined({ id: 'a', name });
  expect(made).toEqual({ id: 'a', name: 'x' });
  expectTypeOf<(typeof made)['name']>().toEqualTypeOf<string | undefined>();
});
