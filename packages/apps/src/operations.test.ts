import { must } from '@weft/std';
import { describe, expect, it } from 'vitest';
import { appOf, newApp } from './app-document.ts';
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

const pause = async () => {};
const propose = (of: typeof content, tables: typeof shop, given: typeof proposal) =>
  proposedApp(of, tables, given, pause);

describe('proposals', () => {
  it('O5: come to the same whenever they are looked at, also once their tables are there', async () => {
    const first = await propose(content, shop, proposal);
    if (!first.ok) throw new Error(first.error.reason);
    expect(first.value.tables.map(({ name }) => name)).toContain('Returns');
    expect(await propose(content, first.value.tables, proposal)).toEqual(first);
    const other = await propose(content, shop, { ...proposal, id: 'trn0abc123def456ghi789zz' });
    if (!other.ok) throw new Error(other.error.reason);
    const before = new Set(Object.keys(content.blocks));
    const ids = new Set(Object.keys(first.value.content.blocks).filter((id) => !before.has(id)));
    expect(Object.keys(other.value.content.blocks).filter((id) => ids.has(id))).toEqual([]);
  });

  it('add no tables to an app that has no database', async () => {
    const { title } = content.props;
    expect(await proposedApp({ ...content, props: { title } }, [], proposal, pause)).toMatchObject({
      error: { at: 1, reason: expect.stringContaining('no database') },
    });
  });

  it('O1: name the operation that moves blocks deeper than they may stand', async () => {
    const nested = (name: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        ...{ op: 'addBlock', ref: `${name}${at}`, type: 'section', set: {} },
        in: at === 0 ? 'p' : `${name}${at - 1}`,
      }));
    const operations = [
      { op: 'addPage', ref: 'p', label: 'Deep' },
      ...nested('a', 12),
      ...nested('b', 12),
      { op: 'moveBlock', block: 'b0', in: 'a11' },
      { op: 'removeBlock', block: 'a0' },
    ];
    expect(await proposedApp(content, shop, { id: proposal.id, operations }, pause)).toMatchObject({
      error: { at: 26, reason: expect.stringContaining('deep') },
    });
  });

  it('leave the app that they are made on as it was, and let others have their turn', async () => {
    const before = structuredClone(content);
    let pauses = 0;
    const made = await proposedApp(content, shop, proposal, async () => pauses++);
    expect(made.ok && Object.keys(made.value.content.blocks)).toHaveLength(3);
    expect(content).toEqual(before);
    expect(pauses).toBe(proposal.operations.length);
  });

  it('take away what stands in a block with it, and put others in its place', async () => {
    const made = await proposedApp(
      content,
      shop,
      {
        id: proposal.id,
        operations: [
          { op: 'addPage', ref: 'p', label: 'Orders' },
          { op: 'addBlock', ref: 's', in: 'p', type: 'section', set: {} },
          { op: 'addBlock', ref: 'inner', in: 's', type: 'text', set: { text: 'Gone' } },
          { op: 'addBlock', ref: 'kept', in: 's', type: 'text', set: { text: 'Kept' } },
          { op: 'moveBlock', block: 'kept', in: 'p', before: 's' },
          { op: 'removeBlock', block: 's' },
          { op: 'addBlock', in: 'p', type: 'text', before: 'kept', set: { text: 'First' } },
        ],
      },
      pause,
    );
    if (!made.ok) throw new Error(made.error.reason);
    const page = must(appOf(made.value.content).pages.find(({ label }) => label === 'Orders'));
    expect(page.blocks.map(({ settings }) => settings.text)).toEqual(['First', 'Kept']);
  });
});
