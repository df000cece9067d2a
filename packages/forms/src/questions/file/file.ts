import type { Attachment } from '@weft/core';
import {
  type FileRules,
  fileGroupOf,
  fileGroups,
  maxFileMegabytes,
  maxFilesOfQuestion,
  readFile,
  tooManyFiles,
} from '../files.ts';
import type { Question } from '../question.ts';
import type { QuestionType } from '../question-type.ts';
import { answer, fault, noAnswer, shape } from '../reading.ts';
import { numberOf } from '../settings.ts';

const usualMegabytes = 10;

export const mostFiles = (question: Pick<Question, 'settings'>): number =>
  numberOf(question, 'maxFiles') ?? 1;

const fileRules = (question: Pick<Question, 'settings'>): FileRules => ({
  group: fileGroupOf(question.settings.accept),
  megabytes: numberOf(question, 'maxMegabytes') ?? usualMegabytes,
  most: mostFiles(question),
});

const photo: Attachment = {
  filename: 'fil000000000000000000001',
  originalName: 'photo.png',
  size: 2_000,
  mimeType: 'image/png',
  url: '/files/fil000000000000000000001/photo.png',
  uploadedAt: '2026-03-05T12:00:00.000Z',
};
const scan: Attachment = {
  ...photo,
  filename: 'fil000000000000000000002',
  originalName: 'scan.pdf',
  size: 3 * 1024 * 1024,
  mimeType: 'application/pdf',
  url: '/files/fil000000000000000000002/scan.pdf',
};

export const file: QuestionType = {
  label: 'File upload',
  settings: {
    accept: {
      kind: 'pick',
      label: 'Files',
      hint: 'Decided by what is in a file, not by its name.',
      options: Object.entries(fileGroups).map(([value, { label }]) => ({ value, label })),
    },
    maxFiles: { kind: 'integer', label: 'Files at most', min: 1, max: maxFilesOfQuestion, usual: 1 },
    maxMegabytes: {
      kind: 'integer',
      label: 'MB of each at most',
      min: 1,
      max: maxFileMegabytes,
      usual: usualMegabytes,
    },
  },
  files: fileRules,
  fields: ({ id, label }) => [{ id, name: label, ...shape('attachments') }],
  read: (question, textsOf, { fileOf }) => {
    const { id, required } = question;
    const ids = [...new Set(textsOf(id))];
    if (ids.length === 0) return required ? fault(id, 'Choose a file') : noAnswer;
    const most = mostFiles(question);
    if (ids.length > most) return fault(id, tooManyFiles(most));
    const files: Attachment[] = [];
    for (const each of ids) {
      const read = readFile(each, fileOf, fileRules(question));
      if (!read.ok) return fault(id, read.error);
      files.push(read.value);
    }
    return answer(id, files);
  },
  samples: [
    { sent: {}, gives: {} },
    { files: [photo], sent: { '': [photo.filename] }, gives: { '': [photo] } },
    {
      files: [photo, scan],
      settings: { maxFiles: 2 },
      sent: { '': [photo.filename, scan.filename] },
      gives: { '': [photo, scan] },
    },
    { files: [photo, scan], sent: { '': [photo.filename, scan.filename] }, gives: 'Choose one file' },
    { sent: { '': [photo.filename] }, gives: 'A file is no longer there: choose it again' },
    { sent: { '': ['../../etc/passwd'] }, gives: 'A file is no longer there: choose it again' },
    {
      files: [scan],
      settings: { accept: 'images' },
      sent: { '': [scan.filename] },
      gives:
        '‘scan.pdf’: This takes images (PNG, JPEG, GIF, WebP, AVIF, HEIC, TIFF, BMP), whatever a file is called',
    },
    {
      files: [scan],
      settings: { maxMegabytes: 2 },
      sent: { '': [scan.filename] },
      gives: '‘scan.pdf’: Choose a file of at most 2 MB',
    },
  ],
};
