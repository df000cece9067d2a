import { must } from '@weft/std';
import { beforeAll, describe, expect, it } from 'vitest';
import { rpc, type SharedServer, sharedServer, type TestPerson } from '../../testing.ts';
import { baseTemplates } from './templates/base-templates.ts';

describe('databases made of templates', () => {
  let server: SharedServer;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await sharedServer();
    ann = await server.signUp('Ann');
  });

  const make = async (name: string) => {
    const response = await ann.call('POST', `/admin/bases/templates/${name}`, {});
    const { basePublicIdentifier } = (await response.json()) as { basePublicIdentifier: string };
    return basePublicIdentifier;
  };

  it('makes every template whole: tables, records, links on both sides, and views that show records', async () => {
    for (const template of baseTemplates) {
      const basePublicId = await make(template.name);
      const { metadata, name } = await rpc(ann, 'metadata.get', { basePublicId });
      expect(name).toBe(template.title);
      expect(metadata.tables.map((table) => table.name)).toEqual(template.tables.map((table) => table.name));
      for (const [at, table] of metadata.tables.entries()) {
        const { rows, fields, views } = must(template.tables[at]);
        const inTable = { basePublicId, tableId: table.id };
        const { records } = await rpc(ann, 'records.list', inTable);
        expect(records).toHaveLength(rows.length);
        expect(table.views.map((view) => view.name)).toEqual([
          'Grid view',
          ...views.map((view) => view.name),
        ]);
        for (const [place, { name: field }] of fields.entries()) {
          const made = must(table.fields.find((one) => one.name === field));
          const filled = records.filter(({ data }) => (data[made.id] ?? null) !== null);
          expect(filled, `${table.name}: ${field}`).toHaveLength(
            rows.filter((row) => row[place] !== null).length,
          );
        }
        for (const view of table.views.slice(1)) {
          const { filters } = view.config;
          const shown = await rpc(ann, 'records.list', { ...inTable, ...(filters && { filters }) });
          expect(shown.records.length, view.name).toBeGreaterThan(0);
        }
      }
    }
  });

  it('links records from both sides, and takes edits like any other database', async () => {
    const basePublicId = await make('sales-pipeline');
    const { metadata } = await rpc(ann, 'metadata.get', { basePublicId });
    const table = (name: string) => must(metadata.tables.find((one) => one.name === name));
    const field = (of: string, name: string) => must(table(of).fields.find((one) => one.name === name)).id;
    const list = async (of: string) =>
      (await rpc(ann, 'records.list', { basePublicId, tableId: table(of).id })).records;
    const vega = must(
      (await list('Companies')).find(({ data }) => data[field('Companies', 'Company')] === 'Vega Robotics'),
    );
    const deal = must(
      (await list('Deals')).find(({ data }) => data[field('Deals', 'Deal')] === 'Hall textiles'),
    );
    expect(deal.data[field('Deals', 'Company')]).toEqual([vega.id]);
    expect(vega.data[field('Companies', 'Deals')]).toEqual([deal.id]);
    await rpc(ann, 'records.update', {
      ...{ basePublicId, tableId: table('Deals').id, recordId: deal.id },
      data: { [field('Deals', 'Deal')]: 'Hall curtains' },
    });
    const trashed = await ann.call('POST', '/admin/flows/trash', {
      flowIds: [basePublicId],
      action: 'trash',
    });
    expect(trashed.status).toBe(200);
  });

  it('shows every template with its samples, and finds them by a description', async () => {
    for (const { name, tables } of baseTemplates) {
      const answer = await ann.call('GET', `/admin/bases/templates/${name}`);
      const { template } = (await answer.json()) as { template: { tables: { records: unknown[] }[] } };
      expect(template.tables.map(({ records }) => records.length)).toEqual(
        tables.map(({ rows }) => rows.length),
      );
    }
    const found = await ann.call('GET', '/admin/bases/templates?search=keep%20track%20of%20job%20candidates');
    const { templates } = (await found.json()) as { templates: { name: string }[] };
    expect(templates[0]?.name).toBe('applicants');
    expect((await ann.call('GET', '/admin/bases/templates/none')).status).toBe(404);
    expect(
      (await ann.call('POST', '/admin/bases/templates/recipes', { workspaceId: 'elsewhere' })).status,
    ).toBe(404);
  });
});
