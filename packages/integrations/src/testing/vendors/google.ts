import { z } from 'zod';
import { googleMethod } from '../described.ts';
import type { Route } from '../strict-server.ts';

/** Which fields of an answer are wanted: what a connector reads must be among them. */
export const fieldMask = (allowed: string) => ({ fields: z.literal(allowed) });

/** It has no answer without `fields`, as only the words of its description say. */
export const driveAbout: Route = googleMethod('drive.about.get', {
  query: z.strictObject(fieldMask('user')),
  answer: () => ({
    json: { user: { kind: 'drive#user', permissionId: '0815', emailAddress: 'ada@example.org' } },
  }),
});

export const googleAccount = { id: '0815', label: 'ada@example.org' };

const changed = <F extends object>(file: F) => ({ ...file, modifiedTime: '2026-11-20T09:00:00.000Z' });

/** In pages of one. */
export const driveFiles = (
  mimeType: string,
  files: readonly { readonly id: string; readonly name: string }[],
): Route =>
  googleMethod('drive.files.list', {
    query: z.strictObject({
      ...fieldMask('nextPageToken,files(id,name,modifiedTime)'),
      q: z.literal(`mimeType='${mimeType}' and trashed=false`),
      orderBy: z.enum(['modifiedTime desc', 'name']),
      pageSize: z.literal('1000'),
      pageToken: z.string().optional(),
      supportsAllDrives: z.literal('true'),
      includeItemsFromAllDrives: z.literal('true'),
    }),
    answer: ({ query }) =>
      query.pageToken === undefined
        ? { json: { files: files.slice(0, 1).map(changed), nextPageToken: '~page 2+/=' } }
        : { json: { files: files.slice(1).map(changed) } },
  });
