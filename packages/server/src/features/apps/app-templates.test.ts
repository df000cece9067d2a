import { appFaults, appOf, appOfTemplate, appProblems, appTemplates, pageIcons } from '@weft/apps';
import { isIcon } from '@weft/public';
import { idMaker, must, seededRandom } from '@weft/std';
import { expect, it } from 'vitest';
import { baseTemplates } from '../creation/templates/base-templates.ts';
import { templateContent } from '../creation/templates/template-content.ts';

const random = seededRandom(7);
const newId = idMaker(
  () => 1_790_000_000_000,
  (bytes) => bytes.map(() => Math.floor(random() * 256)),
);

it('there are eight templates and more, each of a name of its own', () => {
  expect(new Set(appTemplates.map(({ name }) => name)).size).toBeGreaterThanOrEqual(8);
});

it('draws every icon that a page can have', () => {
  const named = appTemplates.flatMap(({ pages }) => pages.flatMap(({ icon }) => icon ?? []));
  expect([...named, ...pageIcons.map(({ name }) => name)].filter((name) => !isIcon(name))).toEqual([]);
});

it.each(appTemplates.map((template) => [template.name, template] as const))(
  '%s is an app that can be published on its database',
  (_name, template) => {
    const base = must(
      baseTemplates.find(({ name }) => name === template.base),
      template.base,
    );
    const tables = templateContent(base, newId, new Date(0)).map(({ table }) => table);
    const content = appOfTemplate(template, { title: template.title, baseId: newId('bas'), tables }, newId);
    expect(appFaults(content)).toEqual([]);
    expect(appProblems(content, tables)).toEqual([]);
    expect(appOf(content).pages.length).toBeGreaterThan(2);
  },
);
