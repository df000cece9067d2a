import { describe, expect, it } from 'vitest';
import { baseTemplates } from './base-templates.ts';
import { searchTemplates } from './search-templates.ts';
import { templateCategories } from './template.ts';

describe('templates of databases', () => {
  it('are at least twenty, of every category, each with linked tables, samples and a view', () => {
    expect(baseTemplates.length).toBeGreaterThanOrEqual(20);
    expect(new Set(baseTemplates.map(({ name }) => name)).size).toBe(baseTemplates.length);
    expect(new Set(baseTemplates.map(({ category }) => category))).toEqual(new Set(templateCategories));
    for (const { name, tables } of baseTemplates) {
      expect(tables.length, name).toBeGreaterThan(1);
      expect(
        tables.some(({ fields }) => fields.some(({ link }) => link)),
        name,
      ).toBe(true);
      expect(
        tables.some(({ views }) => views.length > 0),
        name,
      ).toBe(true);
      for (const one of tables) expect(one.rows.length, `${name}: ${one.name}`).toBeGreaterThan(0);
    }
  });

  it.each([
    ['Weekly weaving classes with sign-ups, teachers and the yarn each class needs', 'course-signups'],
    ['customers and deals of our sales team', 'sales-pipeline'],
    ['I want to plan my wedding and keep track of guests', 'event-plan'],
    ['bugs', 'issue-tracker'],
    ['recipe collection', 'recipes'],
    ['invoicing', 'invoices'],
    ['stock of a warehouse and who supplies it', 'inventory'],
    ['blog posts', 'content-calendar'],
    ['who has which camera and when do we get it back', 'equipment'],
    ['we lend cameras to our students', 'equipment'],
    ['podcast episodes', 'content-calendar'],
  ])('are found by a description: %s', (description, first) => {
    expect(searchTemplates(baseTemplates, description)[0]?.name).toBe(first);
  });

  it('are all listed where a description says nothing, and none where nothing fits', () => {
    expect(searchTemplates(baseTemplates, ' a table for my ')).toEqual(baseTemplates);
    expect(searchTemplates(baseTemplates, 'quasar spectroscopy')).toEqual([]);
  });
});
