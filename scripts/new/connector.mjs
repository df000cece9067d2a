import { addImport, addToList, camel, create, refuseExisting, sentence } from './files.mjs';

/** One connector: its folder, its stand-in, and its line in both lists. It begins as a service with a token and one list. */
export function connector(name) {
  const source = 'packages/integrations/src';
  const type = camel(name);
  const file = `${source}/connectors/${type}/${type}.ts`;
  const vendor = `${source}/testing/vendors/${type}.ts`;
  refuseExisting(file, vendor);
  create(
    file,
    `import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { textField } from '../fields.ts';
import { step } from '../lists.ts';
import { mapped, textOf } from '../values.ts';
import { accountAt, bearerToken } from '../ways.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** The calls of https://api.example.org/docs. */
export const ${type}: Connector = {
  type: '${type}',
  label: '${sentence(name)}',
  categories: ['crm'],
  use: 'write',
  auth: [
    bearerToken('API key', 'In the settings of ${sentence(name)}.', {
      source: '.{16,}',
      message: 'An API key has at least 16 characters',
    }),
  ],
  baseUrl: 'https://api.example.org',
  check: accountAt('/me', named, ({ id, name }) => ({ id, label: name })),
  targets: [step('listId', 'List', (http) => http.get('/lists', z.array(named)))],
  fieldsOf: async () => [textField('name', 'Name', { required: true })],
  write: {
    repeats: 'ask',
    run: async (http, { listId = '' }, { values }) => {
      const path = \`/lists/\${encodeURIComponent(listId)}/items\`;
      await http.post(path, z.object({ id: z.string() }), { json: mapped(values, textOf) });
      return { said: 'Added an item' };
    },
  },
};
`,
  );
  create(
    vendor,
    `import { z } from 'zod';
import { odd, type StandIn } from '../stand-in.ts';

const listId = odd('list');
const api = 'https://api.example.org';
const apiKey = 'a key of sixteen';

/** By the description at https://api.example.org/docs. */
export const ${type} = (): StandIn => ({
  routes: [
    { method: 'GET', url: \`\${api}/me\`, answer: () => ({ json: { id: '1', name: 'Ada' } }) },
    { method: 'GET', url: \`\${api}/lists\`, answer: () => ({ json: [{ id: listId, name: 'Guests' }] }) },
    {
      method: 'POST',
      url: \`\${api}/lists/:list/items\`,
      adds: true,
      body: z.strictObject({ name: z.string() }),
      answer: () => ({ json: { id: '2' } }),
    },
  ],
  ways: [
    {
      config: { apiKey },
      credential: () => ({ authorization: \`Bearer \${apiKey}\` }),
      account: { id: '1', label: 'Ada' },
    },
  ],
  target: { listId },
  fields: [{ id: 'name', name: 'Name', kind: 'text', required: true }],
  values: { name: 'Ada' },
  sent: [{ name: 'Ada' }],
});
`,
  );
  const lists = [`${source}/connectors/connectors.ts`, `${source}/testing/stand-ins.ts`];
  addToList(lists[0], 'export const connectors', ']', `  ${type},`);
  addImport(lists[0], `import { ${type} } from './${type}/${type}.ts';`);
  addToList(lists[1], 'export const standIns', '}', `  ${type},`);
  addImport(lists[1], `import { ${type} } from './vendors/${type}.ts';`);
  return {
    files: [file, vendor, ...lists],
    next: 'Now write its calls, and in its stand-in what its description allows; docs/connectors.md says how.',
  };
}
