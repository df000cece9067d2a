import type { HttpRoute } from '@weft/protocol';
import { everyone, type HttpRow } from './http-access-row.ts';

/** Nothing is published there, whoever asks. */
const nothing = { token: 'open', anonymous: 404, stranger: 404, reader: 404 } as const;
/** Refused for what it is: a page sends a form, which no program's JSON is. */
const noForm = { token: 'open', anonymous: 400, stranger: 400, reader: 400 } as const;
/** Of a draft that is there, pages that are not. */
const ofDraft = { verb: 'open', token: 'read', anonymous: 401, stranger: 404, reader: 404 } as const;

type AppRoute = Extract<HttpRoute, `${string} /a/${string}` | `${string} /v1/apps/:flowId/preview/${string}`>;
const block = 'blk000000000000000000000';
const record = 'rec000000000000000000000';

/** Published apps, for everybody alike (the world’s form is none), and the drafts of those who may see them. */
export const appHttpAccess: { readonly [R in AppRoute]: HttpRow } = {
  'GET /a/:publicIdentifier': {
    ...everyone,
    anonymous: 303,
    stranger: 303,
    reader: 303,
    path: ({ form }) => `/a/${form.flowId}`,
  },
  'GET /a/:publicIdentifier/': { ...nothing, path: ({ form }) => `/a/${form.flowId}/` },
  'GET /a/:publicIdentifier/:slug': { ...nothing, path: ({ form }) => `/a/${form.flowId}/orders` },
  'GET /a/:publicIdentifier/:slug/:recordId': {
    ...nothing,
    path: ({ form }) => `/a/${form.flowId}/orders/${record}`,
  },
  'GET /a/:publicIdentifier/-/block/:blockId': {
    ...nothing,
    path: ({ form }) => `/a/${form.flowId}/-/block/${block}`,
  },
  'GET /a/:publicIdentifier/-/export/:blockId': {
    ...nothing,
    path: ({ form }) => `/a/${form.flowId}/-/export/${block}`,
  },
  'GET /a/:publicIdentifier/-/files/:blockId/:recordId/:fieldId/:fileId': {
    ...nothing,
    path: ({ form }) =>
      `/a/${form.flowId}/-/files/${block}/${record}/fld000000000000000000000/fil000000000000000000000`,
  },
  'GET /a/:publicIdentifier/-/images/:fileId': {
    ...nothing,
    path: ({ form }) => `/a/${form.flowId}/-/images/fil000000000000000000000`,
  },
  'GET /a/:publicIdentifier/-/live': { ...nothing, path: ({ form }) => `/a/${form.flowId}/-/live` },
  'GET /a/:publicIdentifier/-/sign-in': { ...nothing, path: ({ form }) => `/a/${form.flowId}/-/sign-in` },
  'POST /a/:publicIdentifier/-/sign-in': { ...noForm, path: ({ form }) => `/a/${form.flowId}/-/sign-in` },
  'POST /a/:publicIdentifier/-/sign-out': { ...noForm, path: ({ form }) => `/a/${form.flowId}/-/sign-out` },
  'POST /a/:publicIdentifier/-/do/:blockId': {
    ...noForm,
    path: ({ form }) => `/a/${form.flowId}/-/do/${block}`,
  },
  'GET /v1/apps/:flowId/preview/': {
    ...ofDraft,
    reader: 200,
    path: ({ app }) => `/v1/apps/${app.flowId}/preview/`,
  },
  'GET /v1/apps/:flowId/preview/:slug': {
    ...ofDraft,
    path: ({ app }) => `/v1/apps/${app.flowId}/preview/orders`,
  },
  'GET /v1/apps/:flowId/preview/:slug/:recordId': {
    ...ofDraft,
    path: ({ app }) => `/v1/apps/${app.flowId}/preview/orders/${record}`,
  },
};
