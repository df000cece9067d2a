import { must } from '@weft/std';
import { expect, it } from 'vitest';
import { newBase, rpc, sharedServer } from '../../testing.ts';
import { publishedPage } from './testing.ts';

it('a search finds what stands in the cells of a list, whatever their kind', async () => {
  const server = await sharedServer();
  const ann = await server.signUp('Ann');
  const basePublicId = await newBase(ann);
  const options = ['Rock pigeon', 'Gull'].map((label) => ({ value: label, label, color: 'Blue' }));
  const { table } = await rpc(ann, 'tables.create', {
    ...{ basePublicId, name: 'Strikes' },
    fields: [
      { name: 'Airport', type: 'single_line_text' },
      { name: 'Species', type: 'single_select', template: { options, disableColors: false } },
      { name: 'Seen', type: 'multiple_select', template: { options, disableColors: false } },
      { name: 'Speed', type: 'number', template: { numberFormat: 'comma_period' } },
      { name: 'Share', type: 'percent', template: { numberFormat: 'comma_period' } },
      { name: 'Day', type: 'date', template: { dateFormat: 'iso' } },
      { name: 'Took', type: 'duration', template: { format: 'h:mm' } },
    ],
  });
  const idOf = (name: string) => must(table.fields.find((field) => field.name === name)).id;
  const records = [
    { Airport: 'Barksdale', Species: 'Gull', Speed: 300, Day: '2026-03-08T00:00:00.000Z', Took: 90 },
    { Airport: 'Calgary', Species: 'Rock pigeon', Share: 0.25, Took: 5400 },
    { Airport: 'Dublin', Seen: ['Rock pigeon'], Speed: 2_500 },
  ].map((cells) => ({
    data: Object.fromEntries(Object.entries(cells).map(([name, value]) => [idOf(name), value])) as never,
  }));
  await rpc(ann, 'records.create', { basePublicId, tableId: table.id, records });
  const { flowId, blockIds } = await publishedPage(ann, {
    ...{ baseId: basePublicId, page: { slug: 'strikes', label: 'Strikes' } },
    blocks: [{ type: 'table', table: table.id, fields: table.fields.map(({ id }) => id) }],
    rules: [{ table: table.id, who: 'everyone', can: ['read'], rows: { kind: 'all' } }],
  });
  const found = async (search: string) => {
    const address = `/a/${flowId}/strikes?q-${blockIds[0]}=${encodeURIComponent(search)}`;
    const text = await (await fetch(new URL(address, server.url))).text();
    return ['Barksdale', 'Calgary', 'Dublin'].filter((name) => text.includes(`<bdi>${name}</bdi>`));
  };
  const searches = {
    ...{
      pigeon: ['Calgary', 'Dublin'],
      GULL: ['Barksdale'],
      'dublin pigeon': ['Dublin'],
      calgary: ['Calgary'],
    },
    ...{ '300': ['Barksdale'], '2,500': ['Dublin'], '25%': ['Calgary'], '2026-03-08': ['Barksdale'] },
    ...{ '1:30': ['Calgary'], '90': [], sparrow: [] },
  };
  for (const [search, names] of Object.entries(searches))
    expect([search, await found(search)]).toEqual([search, names]);
});
