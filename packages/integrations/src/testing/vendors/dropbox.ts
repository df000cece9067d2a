import { z } from 'zod';
import { type StandIn, testFile } from '../stand-in.ts';

const api = 'https://api.dropboxapi.com/2';
const folder = (name: string) => ({
  '.tag': 'folder',
  name,
  path_lower: `/${name}`,
  path_display: `/${name}`,
});
const args = (headers: { readonly [name: string]: unknown }) =>
  JSON.parse(String(headers['dropbox-api-arg']));
const arg = z.strictObject({
  path: z.string().regex(/^(\/[^/]+)+$/),
  mode: z.enum(['add', 'overwrite']),
  mute: z.boolean(),
});

/** By files.stone and users.stone of dropbox-api-spec (MIT). */
export const dropbox = (): StandIn => ({
  routes: [
    {
      ...{ method: 'POST', url: `${api}/users/get_current_account` },
      answer: () => ({
        json: { account_id: 'dbid:1', email: 'ada@example.org', name: { display_name: 'Ada' } },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/files/list_folder` },
      body: z.strictObject({ path: z.literal(''), recursive: z.boolean(), limit: z.int().min(1).max(2_000) }),
      answer: () => ({
        json: {
          entries: [folder('größe'), { ...folder('a.txt'), '.tag': 'file' }],
          cursor: 'c1',
          has_more: true,
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/files/list_folder/continue` },
      body: z.strictObject({ cursor: z.literal('c1') }),
      answer: () => ({ json: { entries: [folder('other')], cursor: 'c2', has_more: false } }),
    },
    {
      ...{ method: 'POST', url: 'https://content.dropboxapi.com/2/files/upload' },
      headers: z.looseObject({
        'dropbox-api-arg': z
          .string()
          .regex(/^[\u0020-\u007e]+$/)
          .refine((text) => arg.safeParse(JSON.parse(text)).success),
      }),
      body: z.strictObject({
        type: z.literal('application/octet-stream'),
        size: z.number().max(150 * 1024 * 1024),
      }),
      answer: ({ headers }) => ({ json: { name: 'a', path_display: args(headers).path, id: 'id:1' } }),
    },
  ],
  ways: [{ config: {}, account: { id: 'dbid:1', label: 'ada@example.org' } }],
  target: { folder: '/größe' },
  fields: [{ id: 'files', name: 'Files', kind: 'files', required: true }],
  values: { files: [testFile('né/../"w".png', 3), testFile('noextension', 4)] },
  sent: [
    { path: '/größe/né_.._"w" (key_1-1).png'.replaceAll('"', '_'), mode: 'overwrite', mute: true, size: 3 },
    { path: '/größe/noextension (key_1-2)', mode: 'overwrite', mute: true, size: 4 },
  ],
  sentOf: (calls) =>
    calls
      .filter(({ route }) => route.url.endsWith('/upload'))
      .map(({ headers, body }) => ({ ...args(headers), size: (body as { size: number }).size })),
});
