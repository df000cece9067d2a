import type { Attachment } from '../field-kinds.ts';
import type { FieldSamples } from '../field-type.ts';

const file = (name: string, mimeType: string, more: Partial<Attachment> = {}): Attachment => ({
  filename: `fil-${name}`,
  originalName: name,
  size: 1024,
  mimeType,
  url: `/files/${encodeURIComponent(`fil-${name}`)}/${encodeURIComponent(name)}`,
  uploadedAt: '2026-01-31T09:30:00.000Z',
  ...more,
});

export const attachmentsSamples: FieldSamples<readonly Attachment[], Record<string, never>> = {
  templates: [{}],
  values: [
    [file('photo.png', 'image/png')],
    [file('Photo.PNG', 'image/png', { size: 0, metadata: {} })],
    [
      file('contract, "final".pdf', 'application/pdf', { metadata: { userId: 'u1', wasDownloaded: true } }),
      file('photo.png', 'image/png'),
    ],
    [file('日本語.txt', 'text/plain')],
  ],
  unfit: ['photo.png', '[1]', '{}', '[{"filename":"a"}]', '['],
};
