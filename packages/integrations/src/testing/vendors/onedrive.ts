import { z } from 'zod';
import { odd, type StandIn, testFile } from '../stand-in.ts';
import { graph, graphList, graphMe, graphWays } from './microsoft.ts';

const folderId = odd('folder');
const uploadUrl = 'https://up.example.sharepoint.com/session1';
const small = 4 * 1024 * 1024;

const isLast = (range: string): boolean => {
  const [, to, size] = /-(\d+)\/(\d+)$/.exec(range) ?? [];
  return Number(to) + 1 === Number(size);
};

/** By the reference of driveitem-put-content and driveitem-createuploadsession; a session wants no token. */
export const onedrive = (): StandIn => ({
  routes: [
    graphMe,
    graphList('/me/drive/root/children', { $select: z.literal('id,name,folder'), $top: z.literal('200') }, [
      { id: 'f1', name: 'a.txt' },
      { id: folderId, name: 'Pictures', folder: { childCount: 1 } },
    ]),
    {
      ...{ method: 'PUT', url: `${graph}/me/drive/items/:folder:/:name:/content` },
      body: z.strictObject({ type: z.literal('image/png'), size: z.number().max(small) }),
      answer: () => ({ status: 201, json: { id: 'i1', webUrl: 'https://1drv.ms/i1' } }),
    },
    {
      ...{ method: 'POST', url: `${graph}/me/drive/items/:folder:/:name:/createUploadSession` },
      body: z.strictObject({
        item: z.strictObject({ '@microsoft.graph.conflictBehavior': z.enum(['rename', 'fail', 'replace']) }),
      }),
      answer: () => ({ json: { uploadUrl: `${uploadUrl}?token=t1` } }),
    },
    {
      ...{ method: 'PUT', url: uploadUrl, open: true },
      query: z.strictObject({ token: z.literal('t1') }),
      headers: z.looseObject({
        authorization: z.undefined().optional(),
        'content-range': z.string().regex(/^bytes \d+-\d+\/\d+$/),
      }),
      body: z.strictObject({ type: z.literal('application/octet-stream'), size: z.number() }),
      answer: ({ headers }) =>
        isLast(String(headers['content-range']))
          ? { status: 201, json: { id: 'i2', webUrl: 'https://1drv.ms/i2' } }
          : { status: 202, json: { nextExpectedRanges: ['1-'] } },
    },
  ],
  ways: graphWays,
  target: { folderId },
  fields: [{ id: 'files', name: 'Files', kind: 'files', required: true }],
  values: { files: [testFile('né "w"#%.png', 3), testFile('large', small + 1)] },
  sent: [
    [folderId, 'né _w_#% (key_1-1).png', 3],
    [folderId, 'large (key_1-2)', null],
    [undefined, undefined, small + 1],
  ],
  sentOf: (calls) =>
    calls.flatMap(({ route, path, body }) =>
      route.method === 'GET'
        ? []
        : [[path.folder, path.name, (body as { size?: number } | null)?.size ?? null]],
    ),
});
