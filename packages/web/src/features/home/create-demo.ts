import type { OptionColor } from '@weft/core';
import { must } from '@weft/std';
import { createFilled } from './create-blank.ts';

const stages: readonly (readonly [label: string, color: OptionColor])[] = [
  ['New', 'Gray'],
  ['Weaving', 'Blue'],
  ['Ready', 'Orange'],
  ['Sent', 'Green'],
];

/** What was ordered, by whom, its stage, pieces, price, days until it is due, and whether it is paid. */
const orders = [
  ['Table linen for the terrace', 'Café Lumière', 'Weaving', 40, 1_280, 9, false],
  ['Throws for the reading room', 'Northlight Museum', 'Ready', 12, 1_740, 2, true],
  ['Aprons with a pocket', 'Harbour Bakery', 'Sent', 25, 925, -6, true],
  ['Curtains, 2.4 m', 'Ökohaus eG', 'New', 8, 2_360, 34, false],
  ['Cushion covers', 'Kite & Co.', 'Weaving', 60, 1_980, 14, true],
  ['Wall hanging', 'Vega Robotics', 'New', 1, 3_200, 61, false],
  ['Tea towels', 'Harbour Bakery', 'Sent', 120, 1_440, -20, true],
  ['Napkins with a monogram', 'Café Lumière', 'Ready', 80, 1_120, 4, false],
] as const;

const day = 86_400_000;

/** A small database of orders to look around in. */
export const createDemo = (now: number): Promise<string> =>
  createFilled('Studio orders', null, async (rpc, basePublicId) => {
    const { table } = await rpc.call('tables.create', {
      basePublicId,
      name: 'Orders',
      fields: [
        { name: 'Order', type: 'single_line_text' },
        { name: 'Client', type: 'single_line_text' },
        {
          name: 'Stage',
          type: 'single_select',
          template: {
            options: stages.map(([label, color]) => ({ value: label, label, color })),
            disableColors: false,
          },
        },
        { name: 'Pieces', type: 'number' },
        { name: 'Price', type: 'currency' },
        { name: 'Due', type: 'date' },
        { name: 'Paid', type: 'checkbox' },
      ],
    });
    const ids = table.fields.toSorted((a, b) => a.order - b.order).map(({ id }) => id);
    const records = orders.map(([order, client, stage, pieces, price, dueIn, paid]) => {
      const due = new Date(now + dueIn * day).toISOString().slice(0, 10);
      const cells = [order, client, stage, pieces, price, due, ...(paid ? [true] : [])];
      return { data: Object.fromEntries(cells.map((cell, at) => [must(ids[at]), cell])) };
    });
    await rpc.call('records.create', { basePublicId, tableId: table.id, records });
  });
