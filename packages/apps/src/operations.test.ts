import { describe, expect, it } from 'vitest';
import { newApp } from './app-document.ts';
import { proposedApp } from './operations.ts';
import { idOf, shop } from './testing.ts';

const content = {
  ...newApp('Portal'),
  props: { title: 'Portal', source: { type: 'base', baseId: idOf('bas', 'a') } },
};
const proposal = {
  id: 'trn0abc123def456ghi789jk',
  operations: [
    { op: 'addTable', name: 'Returns', fields: [{ name: 'Return' }, { name: 'Day', type: 'date' }] },
    { op: 'addField', table: 'Orders', field: { name: 'Rush', type: 'checkbox' } },
    { op: 'addPage', ref: 'p', label: 'Returns' },
    { op: 'addBlock', in: 'p', type: 'list', set: { table: 'Returns', fields: ['Return', 'Day'] } },
  ],
};

describe('proposals', () => {
  it('O5: come to the same whenever they are looked at, also once their tables are there', () => {
    const first = proposedApp(content, shop, proposal);
    if (!first.ok) throw new Error(first.error.reason);
    expect(first.value.tables.map(({ name }) => name)).toContain('Returns');
    expect(proposedApp(content, first.value.tables, proposal)).toEqual(first);
    const other = proposedApp(content, shop, { ...proposal, id: 'trn0abc123def456ghi789zz' });
    if (!other.ok) throw new Error(other.error.reason);
    const before = new Set(Object.keys(content.blocks));
    const ids = new Set(Object.keys(first.value.content.blocks).filter((id) => !before.has(id)));
    expect(Object.keys(other.value.content.blocks).filter((id) => ids.has(id))).toEqual([]);
  });

  it('add no tables to an app that has no database', () => {
    const { title } = content.props;
    expect(proposedApp({ ...content, props: { title } }, [], proposal)).toMatchObject({
      error: { at: 1, reason: expect.stringContaining('no database') },
    });
  });
});
