import { expect, it } from 'vitest';
import { exportQuery } from '../features/bases/export/export-route.ts';
import { listing } from '../features/flows/flow-routes.ts';
import { paging } from '../operations/admin-routes.ts';
import { readQuery } from './read-input.ts';

it('a name without a value in an address says nothing', () => {
  expect(readQuery(paging, { cursor: '' })).toEqual({});
  expect(readQuery(exportQuery, { format: '', viewId: '', timeZone: '' })).toEqual({
    format: 'csv',
    formulas: 'keep',
  });
  expect(readQuery(listing, { type: 'base', trashed: '', workspaceId: '', search: '', cursor: '' })).toEqual({
    type: 'base',
  });
});
