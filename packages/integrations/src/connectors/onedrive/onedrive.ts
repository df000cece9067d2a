import { z } from 'zod';
import type { Connector, OutgoingFile } from '../connector.ts';
import { optionalStep } from '../lists.ts';
import { graphList, onGraph } from '../microsoft/microsoft.ts';
import { mimeTypeOf } from '../multipart.ts';
import { savesFiles } from '../saved-files.ts';
import type { ServiceHttp } from '../service-http.ts';

/** Up to here a file goes in one request. */
const maxAtOnce = 4 * 1024 * 1024;
/** Of a session; a multiple of 320 KiB, as its description wants. */
const partSize = 10 * 1024 * 1024;

const item = z.object({ id: z.string(), webUrl: z.string().nullish() });
const child = z.object({ id: z.string(), name: z.string(), folder: z.unknown().optional() });
const session = z.object({ uploadUrl: z.url({ protocol: /^https$/ }) });

/** Files in the person's own drive: https://learn.microsoft.com/en-us/graph/api/driveitem-put-content. */
export const onedrive: Connector = {
  ...{ type: 'onedrive', label: 'OneDrive', categories: ['file_sharing'], use: 'write' },
  ...onGraph('Files.ReadWrite'),
  targets: [
    optionalStep('folderId', 'Folder', async (http) => {
      const query = { $select: 'id,name,folder', $top: 200 };
      const all = await graphList(http, '/me/drive/root/children', child, query);
      return all.filter(({ folder }) => folder !== undefined).map(({ id, name }) => ({ id, name }));
    }),
  ],
  ...savesFiles((http, { folderId = '' }) => {
    const folder = folderId === '' ? 'root' : `items/${encodeURIComponent(folderId)}`;
    return (file, name) => upload(http, `/me/drive/${folder}:/${encodeURIComponent(name.trim())}:`, file);
  }),
};

async function upload(http: ServiceHttp, path: string, file: OutgoingFile) {
  const bytes = await file.read();
  if (bytes.length <= maxAtOnce) {
    const body = { type: mimeTypeOf(file.mimeType), bytes };
    return (await http.send('PUT', `${path}/content`, item, { body, safe: true })).webUrl;
  }
  const json = { item: { '@microsoft.graph.conflictBehavior': 'replace' } };
  const { uploadUrl } = await http.post(`${path}/createUploadSession`, session, { json, safe: true });
  let answer: unknown;
  for (let from = 0; from < bytes.length; from += partSize) {
    const part = bytes.subarray(from, from + partSize);
    const range = `bytes ${from}-${from + part.length - 1}/${bytes.length}`;
    answer = await http.sendRaw('PUT', uploadUrl, {
      // The address is the credential; with a token it is refused.
      ...{ open: true, safe: true, headers: { 'content-range': range } },
      body: { type: 'application/octet-stream', bytes: part },
    });
  }
  return item.partial().safeParse(answer).data?.webUrl;
}
