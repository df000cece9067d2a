import { httpCalls } from '@weft/protocol';
import { expect, it } from 'vitest';
import { readQuery } from './read-input.ts';

it('a name without a value in an address says nothing', () => {
  expect(readQuery(httpCalls['GET /v1/outbox'].query, { cursor: '' })).toEqual({});
  const exported = httpCalls['GET /v1/bases/:baseId/tables/:tableId/export'].query;
  expect(readQuery(exported, { format: '', viewId: '', timeZone: '' })).toEqual({
    format: 'csv',
    formulas: 'keep',
  });
  const listed = httpCalls['GET /admin/flows'].query;
  expect(readQuery(listed, { type: 'base', trashed: '', workspaceId: '', search: '', cursor: '' })).toEqual({
    type: 'base',
  });
});
