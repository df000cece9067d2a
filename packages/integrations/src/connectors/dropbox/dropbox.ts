import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { ownName } from '../own-name.ts';
import { ServiceFault } from '../service-http.ts';
import { allPages, filesOf } from '../values.ts';

const account = z.object({ account_id: z.string(), email: z.string() });
const page = z.object({
  entries: z.array(
    // What is not mounted has no path.
    z.object({ '.tag': z.string(), path_lower: z.string().nullish(), path_display: z.string().nullish() }),
  ),
  cursor: z.string(),
  has_more: z.boolean(),
});
const uploaded = z.object({ name: z.string() });
/** Of one request, as the description of files/upload says. */
const maxSize = 150 * 1024 * 1024;

/** The routes of https://www.dropbox.com/developers/documentation/http/documentation. */
export const dropbox: Connector = {
  ...{ type: 'dropbox', label: 'Dropbox', categories: ['file_sharing'], use: 'write' },
  auth: [
    {
      ...{ kind: 'oauth', provider: 'dropbox' },
      scopes: ['account_info.read', 'files.metadata.read', 'files.content.write'],
    },
  ],
  baseUrl: 'https://api.dropboxapi.com/2',
  check: async (http) => {
    const me = await http.post('/users/get_current_account', account, { safe: true });
    return { id: me.account_id, label: me.email };
  },
  targets: [
    {
      ...{ key: 'folder', label: 'Folder', optional: true },
      list: (http) =>
        allPages(async (cursor) => {
          const { entries, has_more, ...next } = await (cursor === undefined
            ? http.post('/files/list_folder', page, {
                json: { path: '', recursive: true, limit: 2_000 },
                safe: true,
              })
            : http.post('/files/list_folder/continue', page, { json: { cursor }, safe: true }));
          return {
            items: entries.flatMap(({ '.tag': tag, path_lower, path_display }) =>
              tag === 'folder' && path_lower ? [{ id: path_lower, name: path_display ?? path_lower }] : [],
            ),
            next: has_more ? next.cursor : null,
          };
        }),
    },
  ],
  fieldsOf: async () => [{ id: 'files', name: 'Files', kind: 'files', required: true }],
  write: {
    // The name holds the key of the answer, so that a second attempt writes the same file.
    repeats: 'idempotent',
    run: async (http, { folder = '' }, { key, values }) => {
      const files = filesOf(values.get('files'));
      for (const [index, file] of files.entries()) {
        if (file.size > maxSize)
          throw new ServiceFault(
            'permanent',
            `${file.name} is larger than 150 MB, which Dropbox takes at once`,
          );
        const arg = { path: `${folder}/${ownName(file.name, key, index)}`, mode: 'overwrite', mute: true };
        await http.post('https://content.dropboxapi.com/2/files/upload', uploaded, {
          headers: { 'dropbox-api-arg': inHeader(arg) },
          body: { type: 'application/octet-stream', bytes: await file.read() },
        });
      }
      return {
        said:
          files.length === 0
            ? 'The answer has no file'
            : `Saved ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
      };
    },
  },
};

/** JSON in the characters a header may hold. */
const inHeader = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
