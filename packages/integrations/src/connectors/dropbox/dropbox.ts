import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { allPages, optionalStep } from '../lists.ts';
import { savesFiles } from '../saved-files.ts';
import { signIn } from '../ways.ts';

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

/** The routes of https://www.dropbox.com/developers/documentation/http/documentation. */
export const dropbox: Connector = {
  ...{ type: 'dropbox', label: 'Dropbox', categories: ['file_sharing'], use: 'write' },
  auth: [signIn('dropbox', ['account_info.read', 'files.metadata.read', 'files.content.write'])],
  baseUrl: 'https://api.dropboxapi.com/2',
  check: async (http) => {
    const me = await http.post('/users/get_current_account', account, { safe: true });
    return { id: me.account_id, label: me.email };
  },
  targets: [
    optionalStep('folder', 'Folder', async (http) => {
      const all = await allPages(async (known) => {
        const path = known === undefined ? '/files/list_folder' : '/files/list_folder/continue';
        const json = known === undefined ? { path: '', recursive: true, limit: 2_000 } : { cursor: known };
        const { entries, cursor, has_more } = await http.post(path, page, { json, safe: true });
        return { items: entries, next: has_more ? cursor : null };
      });
      return all.flatMap(({ '.tag': tag, path_lower: id, path_display }) =>
        tag === 'folder' && id ? [{ id, name: path_display ?? id }] : [],
      );
    }),
  ],
  ...savesFiles(
    (http, { folder = '' }) =>
      async (file, name) => {
        const arg = { path: `${folder}/${name}`, mode: 'overwrite', mute: true };
        await http.post('https://content.dropboxapi.com/2/files/upload', uploaded, {
          headers: { 'dropbox-api-arg': inHeader(arg) },
          body: { type: 'application/octet-stream', bytes: await file.read() },
        });
        return null;
      },
    { service: 'Dropbox', megabytes: 150 },
  ),
};

/** JSON in the characters a header may hold. */
const inHeader = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
