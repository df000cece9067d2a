import type { BaseRecord } from '@weft/core';
import { expect, it, vi } from 'vitest';
import type { GridSource } from '../grid-source.ts';
import { RowTops } from '../model/row-tops.ts';
import { RowsView } from './rows-view.ts';

const slots = vi.hoisted(
  (): { index: number; recordId: string | null; isOut: boolean; drawn: unknown }[] => [],
);

// What a row's element would show: the record, while nothing took its cells away.
vi.mock('./row-slot.ts', () => ({
  RowSlot: class {
    readonly element = {
      classList: {
        toggle: (_name: string, out: boolean) => {
          this.isOut = out;
        },
      },
    };
    index = -1;
    recordId: string | null = null;
    isOut = false;
    drawn: unknown;
    constructor() {
      slots.push(this);
    }
    place(index: number): void {
      this.index = index;
    }
    show(): void {
      this.drawn = undefined;
    }
    layout(): void {}
    forget(): void {
      this.index = -1;
    }
    paint(record: BaseRecord | undefined): void {
      this.recordId = record?.id ?? null;
      this.drawn = record?.data.name;
    }
  },
}));

it('draws rows anew that come back into sight after columns or records changed without them', () => {
  const names = Array.from({ length: 40 }, (_, row) => `name ${row}`);
  const source = {
    rowCount: 40,
    row: (row: number) => ({ id: `r${row}`, data: { name: names[row] } }),
    ensure: () => {},
    isPinned: () => false,
  } as unknown as GridSource;
  const view = new RowsView({ replaceChildren: () => {} } as unknown as HTMLElement);
  const look = {} as Parameters<RowsView['render']>[0]['look'];
  const geometry = { tops: new RowTops(10, 40), offset: 0 } as Parameters<RowsView['render']>[0]['geometry'];
  const render = (top: number, shown: readonly [number, number], moved = true) => {
    const window = { from: top, to: top + 200 };
    view.render({ look, geometry, source, ...window, shown, checked: new Set() }, moved);
    for (const { index, isOut, drawn } of slots) if (!isOut) expect(drawn).toBe(names[index]);
  };
  render(0, [0, 5], false);
  render(200, [3, 8]);
  render(200, [0, 5]);
  render(0, [0, 5]);
  // A colleague changes a record above the window's end.
  render(200, [0, 5]);
  names[5] = 'other';
  render(200, [0, 5], false);
  render(0, [0, 5]);
  expect(slots.find(({ index }) => index === 5)?.drawn).toBe('other');
});
