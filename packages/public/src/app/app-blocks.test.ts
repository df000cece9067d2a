import { expect, it } from 'vitest';
import type { BlockView, CellView, RowsView } from './app-views.ts';
import { blockFragment } from './blocks.ts';

const shown = (content: BlockView['content']): string => blockFragment({ id: 'blk', title: null, content });
const text = (words: string): CellView => ({ kind: 'text', text: words });

it('gives each slice of a pie a colour of its own, and tells by a key which is which', () => {
  const point = (label: string, color: string | null) => ({ label, color, value: '1', share: 1 });
  const points = [point('Finishing', 'Purple'), point('Sent', 'Blue'), point('Empty', null)];
  const pie = shown({
    ...{ kind: 'chart' },
    chart: { kind: 'pie', label: 'Stage', valueLabel: 'Number', points, note: null },
  });
  const colors = [...pie.matchAll(/class="slice d-(\w+)"/g)].map(([, color]) => color);
  expect(colors.slice(0, 2)).toEqual(['purple', 'blue']);
  expect(new Set(colors).size).toBe(3);
  expect([...pie.matchAll(/<rect class="d-(\w+)"/g)].map(([, color]) => color)).toEqual(colors);
});

const gallery = (cells: readonly (readonly CellView[])[]): string => {
  const rows: RowsView = {
    ...{ pictures: null, columns: [], count: '2 of 2', more: null, download: null },
    rows: cells.map((row) => ({ href: null, isOpen: false, cells: row })),
    empty: { text: '', clear: null },
  };
  return shown({ kind: 'gallery', rows });
};

it('leaves room for a picture in a gallery where there are any, and none where there are not', () => {
  const picture: CellView = { kind: 'files', files: [{ name: 'a.png', href: '/a', thumb: '/a?size=120' }] };
  expect(gallery([[text('Aprons')], [text('Curtains')]])).not.toContain('thumb');
  expect(gallery([[text('Aprons'), picture], [text('Curtains')]])).toContain('thumb blank');
});
