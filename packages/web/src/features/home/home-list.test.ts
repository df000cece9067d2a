import type { FlowTypeName } from '@weft/core';
import { expect, it } from 'vitest';
import { homeSettingsOf, thingsOf } from './home-list.ts';

it.each<[string, FlowTypeName[], string]>([
  ['all', [], 'forms'],
  ['all', ['form', 'form'], 'forms'],
  ['all', ['base', 'form'], 'forms'],
  ['all', ['base', 'base'], 'tables'],
  ['tables', [], 'tables'],
])('under the filter %s calls %j together %s', (typeFilter, types, things) => {
  const { filter } = homeSettingsOf({ typeFilter: typeFilter as 'all' });
  expect(
    thingsOf(
      filter,
      types.map((type) => ({ type })),
    ),
  ).toBe(things);
});
