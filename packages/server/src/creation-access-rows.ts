import type { HttpRoute } from '@weft/protocol';
import { type HttpRow, signedIn } from './http-access-row.ts';

/** Nobody's server has a language model here. */
const suggests = (path: string): HttpRow => ({
  ...{ token: 'write', path: () => path, body: () => ({ prompt: 'Classes' }) },
  ...{ anonymous: 401, stranger: 409, reader: 409 },
});

/** Calls that make whole databases. */
export const creationHttpAccess = {
  'GET /admin/bases/templates': { ...signedIn, token: 'read' },
  'GET /admin/bases/templates/:name': {
    ...signedIn,
    token: 'read',
    path: () => '/admin/bases/templates/recipes',
  },
  'POST /admin/bases/templates/:name': {
    ...signedIn,
    token: 'write',
    path: () => '/admin/bases/templates/recipes',
    body: () => ({}),
  },
  'POST /admin/zite/services/bases/schema': suggests('/admin/zite/services/bases/schema'),
  'POST /admin/zite/services/airtable/schema': suggests('/admin/zite/services/airtable/schema'),
  'POST /admin/zite/services/googleSheets/schema': suggests('/admin/zite/services/googleSheets/schema'),
  'POST /admin/zite/services/bases/create': {
    ...signedIn,
    token: 'write',
    path: () => '/admin/zite/services/bases/create',
    body: () => ({
      schema: {
        name: 'Mine',
        tables: [{ id: 't', name: 'T', fields: [{ id: 'f', name: 'F', type: 'single_line_text' }] }],
      },
    }),
  },
} as const satisfies { readonly [R in HttpRoute]?: HttpRow };
