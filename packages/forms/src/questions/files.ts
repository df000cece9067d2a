import type { Attachment } from '@weft/core';
import { err, ok, type Result } from '@weft/std';
import type { FilesOf } from './question.ts';
import { shownFileName } from './shown-file-name.ts';

/** Bytes of one file of an answer; authors may ask for less. */
export const maxFileMegabytes = 20;
/** Files of one question. */
export const maxFilesOfQuestion = 20;

const megabyte = 1024 * 1024;

/** Files that a question takes: by their content, and what a browser offers to choose from. */
interface FileGroup {
  readonly label: string;
  /** As it is said of a file that is refused: 'images'. */
  readonly noun: string;
  readonly isTaken: (mimeType: string) => boolean;
  /** For the attribute `accept`; empty: all. */
  readonly accept: string;
}

const images: readonly string[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
  'image/bmp',
];

const office = /^application\/(pdf|rtf|x-cfb|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\..*)$/;

export const fileGroups = {
  any: { label: 'Any file', noun: 'files', isTaken: () => true, accept: '' },
  images: {
    label: 'Images',
    noun: 'images (PNG, JPEG, GIF, WebP, AVIF, HEIC, TIFF, BMP)',
    isTaken: (type) => images.includes(type),
    accept: 'image/*',
  },
  pdf: {
    label: 'PDF',
    noun: 'PDF files',
    isTaken: (type) => type === 'application/pdf',
    accept: '.pdf,application/pdf',
  },
  documents: {
    label: 'Documents and tables',
    noun: 'PDF, office documents and plain texts',
    isTaken: (type) => office.test(type) || type === 'text/plain' || type === 'text/csv',
    accept: '.pdf,.doc,.docx,.odt,.rtf,.txt,.csv,.xls,.xlsx,.ods,.ppt,.pptx,.odp',
  },
  media: {
    label: 'Audio and video',
    noun: 'audio and video',
    isTaken: (type) => /^(audio|video)\//.test(type),
    accept: 'audio/*,video/*',
  },
} as const satisfies { readonly [name: string]: FileGroup };

export type FileGroupName = keyof typeof fileGroups;

const isGroupName = (name: unknown): name is FileGroupName =>
  typeof name === 'string' && Object.hasOwn(fileGroups, name);

export const fileGroupOf = (name: unknown): FileGroup => fileGroups[isGroupName(name) ? name : 'any'];

/** What a question asks of each of its files. */
export interface FileRules {
  readonly group: FileGroup;
  readonly megabytes: number;
  /** Files of the question at most. */
  readonly most: number;
}

export const tooManyFiles = (most: number): string =>
  most === 1 ? 'Choose one file' : `Choose at most ${most} files`;

/** What is wrong with a file, in a sentence; null: nothing. */
export function fileFault(
  { mimeType, size }: Pick<Attachment, 'mimeType' | 'size'>,
  { group, megabytes }: Pick<FileRules, 'group' | 'megabytes'>,
): string | null {
  if (size === 0) return 'This file is empty';
  if (size > megabytes * megabyte) return `Choose a file of at most ${megabytes} MB`;
  return group.isTaken(mimeType) ? null : `This takes ${group.noun}, whatever a file is called`;
}

/** The file of an id that was sent, as the form knows it. */
export function readFile(id: string, filesOf: FilesOf, rules: FileRules): Result<Attachment> {
  const file = filesOf(id);
  if (file === null) return err('A file is no longer there: choose it again');
  const fault = fileFault(file, rules);
  return fault === null ? ok(file) : err(`‘${shownFileName(file.originalName)}’: ${fault}`);
}
