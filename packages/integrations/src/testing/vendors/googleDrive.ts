import { z } from 'zod';
import { googleMethod, googleUpload } from '../described.ts';
import { odd, type StandIn, testFile } from '../stand-in.ts';
import { driveAbout, driveFiles, fieldMask, googleAccount } from './google.ts';

const folderId = odd('folder');
const upload = 'https://www.googleapis.com/upload/drive/v3/files';
const description = z.strictObject({
  name: z.string().min(1),
  mimeType: z.string(),
  appProperties: z.strictObject({ weft: z.string().max(100) }),
  parents: z.array(z.string()).length(1),
});
const link = { id: 'file1', webViewLink: 'https://drive.google.com/file/d/file1/view' };
const fields = fieldMask('id,webViewLink');
const mebibytes = 6 * 1024 * 1024;

/** Files at once and in a session; the session's own address is only in the words of the description. */
export const googleDrive = (): StandIn => ({
  routes: [
    driveAbout,
    driveFiles('application/vnd.google-apps.folder', [
      { id: folderId, name: 'Pictures' },
      { id: 'other', name: 'Others' },
    ]),
    googleMethod('drive.files.list', {
      query: z.strictObject({
        ...fieldMask('files(id,name,webViewLink)'),
        q: z.literal("appProperties has { key='weft' and value='key\\'1' } and trashed=false"),
        pageSize: z.literal('1000'),
        supportsAllDrives: z.literal('true'),
        includeItemsFromAllDrives: z.literal('true'),
      }),
      answer: () => ({ json: { files: [{ ...link, id: 'file0', name: 'there.png' }] } }),
    }),
    googleUpload('drive.files.create', (described) => ({
      query: z.strictObject({
        ...fields,
        uploadType: z.literal('multipart'),
        supportsAllDrives: z.literal('true'),
      }),
      body: z.strictObject({
        description: z.intersection(described, description),
        media: z.strictObject({ type: z.string(), size: z.number().max(5 * 1024 * 1024) }),
      }),
      ...{ adds: true, answer: () => ({ json: link }) },
    })),
    googleUpload('drive.files.create', (described) => ({
      query: z.strictObject({
        ...fields,
        uploadType: z.literal('resumable'),
        supportsAllDrives: z.literal('true'),
      }),
      headers: z.looseObject({
        'x-upload-content-type': z.literal('image/png'),
        'x-upload-content-length': z.literal(`${mebibytes}`),
      }),
      body: z.intersection(described, description),
      answer: () => ({ json: null, headers: { location: `${upload}?uploadType=resumable&upload_id=u1` } }),
    })),
    {
      ...{ method: 'PUT', url: upload },
      query: z.strictObject({ uploadType: z.literal('resumable'), upload_id: z.literal('u1') }),
      body: z.strictObject({ type: z.literal('image/png'), size: z.literal(mebibytes) }),
      ...{ adds: true, answer: () => ({ json: { id: 'file2' } }) },
    },
  ],
  ways: [{ config: {}, account: googleAccount }],
  target: { folderId },
  fields: [{ id: 'files', name: 'Files', kind: 'files', required: true }],
  values: { files: [testFile('there.png', 3), testFile('né "w".png', 4), testFile('large.png', mebibytes)] },
  sent: [
    {
      description: {
        ...{ name: 'né "w".png', mimeType: 'image/png' },
        ...{ appProperties: { weft: "key'1" }, parents: [folderId] },
      },
      media: { type: 'image/png', size: 4 },
    },
    { type: 'image/png', size: mebibytes },
  ],
});
