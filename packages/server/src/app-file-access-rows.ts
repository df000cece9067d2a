import { type HttpRow, ofReaders, ofWriters } from './http-access-row.ts';

/** The calls about files of apps. */
export const appFileHttpAccess = {
  'POST /v1/apps/:flowId/images': {
    verb: 'edit',
    ...ofWriters,
    path: ({ app }) => `/v1/apps/${app.flowId}/images`,
  },
  'GET /admin/zite/apps/export/:publicIdentifier': {
    verb: 'export',
    ...ofReaders,
    path: ({ app }) => `/admin/zite/apps/export/${app.flowId}`,
  },
  // The file is none.
  'POST /admin/zite/apps/import': {
    token: 'write',
    body: () => ({ file: {} }),
    ...{ anonymous: 401, stranger: 400, reader: 400 },
  },
} as const satisfies { readonly [route: string]: HttpRow };
