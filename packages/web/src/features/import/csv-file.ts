import { notCsv } from '@weft/imports';
import { noAnswer } from '@weft/protocol';
import { AppError } from '@weft/std';
import { errorText } from '../../error-text.ts';

/** The largest file where the server has not said otherwise, in MB (specification 1, section 9). */
export const usualMaxMb = 50;

export interface FileRefusal {
  /** Beside the drop area. */
  readonly text: string;
  /** As a toast; null where the text says it all. */
  readonly toast: string | null;
}

type Candidate = Pick<File, 'name' | 'type' | 'size'>;

/** Whether a file may be imported, by what it says it is. */
const isTable = ({ name, type }: Candidate): boolean => type === 'text/csv' || /\.(?:csv|xlsx)$/i.test(name);

/** Why these files cannot be uploaded; null when they are one CSV file or workbook of at most `maxMb`. */
export function refuseFiles(files: readonly Candidate[], maxMb: number): FileRefusal | null {
  const [file] = files;
  if (file === undefined) return { text: 'Please select a valid CSV file', toast: 'Invalid CSV file' };
  if (files.length > 1) return { text: 'Choose one file at a time', toast: null };
  if (!isTable(file)) return { text: 'Please select a valid CSV file', toast: 'Invalid CSV file' };
  return file.size > maxMb * 1024 * 1024 ? { text: 'File is too large', toast: null } : null;
}

/** Why a file that begins like this is neither a CSV file nor a workbook, whatever its name says; null when it may be one. */
export const refuseContent = (bytes: Uint8Array): string | null =>
  bytes.length === 0 ? 'The file is empty' : notCsv(bytes);

/** The name a file gives its table: without the ending, at most 255 characters and none of them halved. */
export const tableNameOf = (fileName: string): string =>
  fileName
    .replace(/\.(?:csv|xlsx)$/i, '')
    .trim()
    .slice(0, 255)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim() || 'Untitled Table';

/** What is said when an upload fails: the server's own reason, or that it failed. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof AppError)) return 'Upload failed';
  // What stands in front of the server refuses a large file without a word of ours.
  if (error.kind === 'limit' && error.message === noAnswer) return 'File is too large';
  return errorText(error, 'Failed to upload CSV');
}
