import { z } from 'zod';
import type { Connector, OutgoingFile } from '../connector.ts';
import { allDrives, driveFiles, driveUrl, googleSignIn, onGoogle } from '../google/google.ts';
import { optionalStep } from '../lists.ts';
import { describedFile, mimeTypeOf } from '../multipart.ts';
import { savesFiles } from '../saved-files.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';

const uploadUrl = 'https://www.googleapis.com/upload/drive/v3/files';
/** Up to here a file goes with its description in one request. */
const maxAtOnce = 5 * 1024 * 1024;

const file = z.object({ id: z.string(), webViewLink: z.string().optional() });
const found = z.object({ files: z.array(file.extend({ name: z.string() })) });

/** The calls of https://developers.google.com/workspace/drive/api/reference/rest/v3. */
export const googleDrive: Connector = {
  ...{ type: 'googleDrive', label: 'Google Drive', categories: ['file_sharing'], use: 'write' },
  auth: [googleSignIn(['email', 'drive.file', 'drive.metadata.readonly'], { label: 'All my folders' })],
  baseUrl: 'https://www.googleapis.com',
  ...onGoogle,
  rateLimit: { requests: 600, per: 60_000 },
  targets: [
    optionalStep('folderId', 'Folder', (http) => driveFiles(http, 'application/vnd.google-apps.folder')),
  ],
  // A file carries the key of its answer, by which it is found before it is sent again.
  ...savesFiles(async (http, { folderId = '' }, item) => {
    const key = item.key.replaceAll(/['\\]/g, '\\$&');
    const query = {
      q: `appProperties has { key='weft' and value='${key}' } and trashed=false`,
      ...{ fields: 'files(id,name,webViewLink)', pageSize: 1_000, ...allDrives },
    };
    const there = (await http.get(`${driveUrl}/files`, found, { query })).files;
    return async (one) => {
      const at = there.findIndex(({ name }) => name === one.name);
      const [known] = at === -1 ? [] : there.splice(at, 1);
      const description = {
        ...{ name: one.name, mimeType: mimeTypeOf(one.mimeType), appProperties: { weft: item.key } },
        ...(folderId !== '' && { parents: [folderId] }),
      };
      return (known ?? (await upload(http, one, description))).webViewLink;
    };
  }),
};

async function upload(http: ServiceHttp, one: OutgoingFile, description: { readonly mimeType: string }) {
  const query = { supportsAllDrives: true, fields: 'id,webViewLink' };
  const bytes = await one.read();
  if (bytes.length <= maxAtOnce)
    return http.post(uploadUrl, file, {
      query: { ...query, uploadType: 'multipart' },
      body: describedFile(description, { mimeType: one.mimeType, bytes }),
    });
  const { headers } = await http.sendWhole('POST', uploadUrl, {
    ...{ query: { ...query, uploadType: 'resumable' }, json: description, safe: true },
    headers: { 'x-upload-content-type': description.mimeType, 'x-upload-content-length': `${bytes.length}` },
  });
  const session = headers.location ?? '';
  if (!session.startsWith(`${uploadUrl}?`))
    throw new ServiceFault('retry', 'Google Drive did not say where the file goes');
  return http.send('PUT', session, file, { body: { type: description.mimeType, bytes } });
}
