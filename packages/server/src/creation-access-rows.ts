import type { HttpRoute } from '@weft/protocol';
import { type HttpRow, signedIn } from './http-access-row.ts';

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
  'POST /admin/zite/services/bases/schema': {
    token: 'write',
    path: () => '/admin/zite/services/bases/schema',
    body: () => ({ prompt: 'Classes' }),
    // Nobody's server has a language model here.
    ...{ anonymous: 401, stranger: 409, reader: 409 },
  },
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
