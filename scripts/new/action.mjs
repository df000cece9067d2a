import { addImport, addToList, camel, create, refuseExisting, sentence, shouting } from './files.mjs';

/** One kind of action: its file, its test, its input and its line in the list. */
export function action(name) {
  const folder = 'packages/history/src';
  const file = `${folder}/actions/${name}.ts`;
  const test = `${folder}/actions/${name}.test.ts`;
  refuseExisting(file, test);
  const type = shouting(name);
  create(
    file,
    `import { ok } from '@weft/std';
import type { ActionDefinition } from '../definition.ts';
import { findTable } from '../refusal.ts';

export const ${camel(name)}: ActionDefinition<'${type}'> = {
  label: () => '${sentence(name)}',
  plan: (state, input) => {
    const table = findTable(state.metadata, input.tableId);
    if (!table.ok) return table;
    return ok([]);
  },
};
`,
  );
  create(
    test,
    `import { expect, it } from 'vitest';
import { ${camel(name)} } from './${name}.ts';

it('says what it changes, and refuses a table that is not there', () => {
  const state = {
    metadata: { tables: [] },
    record: () => undefined,
    nextPosition: () => 0,
    now: '2026-01-01T00:00:00.000Z',
  };
  expect(${camel(name)}.plan(state, { tableId: 'tbl-of-nobody' }).ok).toBe(false);
  expect.unreachable('Say here what ${type} changes.');
});
`,
  );
  addToList(`${folder}/action.ts`, 'export interface ActionInputs', '}', `  ${type}: { tableId: string };`);
  addToList(`${folder}/action-list.ts`, 'export const actions', '}', `  ${type}: ${camel(name)},`);
  addImport(`${folder}/action-list.ts`, `import { ${camel(name)} } from './actions/${name}.ts';`);
  return {
    files: [file, test, `${folder}/action.ts`, `${folder}/action-list.ts`],
    next: `Now say in ${file} what it changes, in ActionInputs what it is told, and in its test what comes of it; then npm run check.`,
  };
}
