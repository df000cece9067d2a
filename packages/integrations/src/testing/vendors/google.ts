import { z } from 'zod';
import type { Route } from '../strict-server.ts';

/** Parameters of every method: `fields` and `alt` in the Discovery documents drive.v3 and sheets.v4 (Apache-2.0). */
export const fieldMask = (allowed: string) => ({ fields: z.literal(allowed) });

const drive = 'https://www.googleapis.com/drive/v3';

/** drive.v3: about.get, which has no answer without `fields`. */
export const driveAbout: Route = {
  ...{ method: 'GET', url: `${drive}/about` },
  query: z.strictObject(fieldMask('user')),
  answer: () => ({
    json: { user: { kind: 'drive#user', permissionId: '0815', emailAddress: 'ada@example.org' } },
  }),
};

export const googleAccount = { id: '0815', label: 'ada@example.org' };

/** drive.v3: files.list, in pages of two. */
export const driveFiles = (
  mimeType: string,
  files: readonly { readonly id: string; readonly name: string }[],
): Route => ({
  ...{ method: 'GET', url: `${drive}/files` },
  query: z.strictObject({
    ...fieldMask('nextPageToken,files(id,name)'),
    q: z.literal(`mimeType='${mimeType}' and trashed=false`),
    orderBy: z.enum(['modifiedTime desc', 'name']),
    pageSize: z.coerce.number().min(1).max(1_000),
    pageToken: z.string().optional(),
    supportsAllDrives: z.literal('true'),
    includeItemsFromAllDrives: z.literal('true'),
  }),
  answer: ({ query }) =>
    query.pageToken === undefined
      ? { json: { files: files.slice(0, 1), nextPageToken: '~page 2+/=' } }
      : { json: { files: files.slice(1) } },
});
