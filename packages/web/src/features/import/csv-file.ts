import { AppError } from '@weft/std';

/** The largest file the wizard takes: 50 MB (specification 1, section 9). */
export const largestCsv = 50 * 1024 * 1024;

export interface FileRefusal {
  /** Beside the drop area. */
  readonly text: string;
  /** As a toast; null where the text says it all. */
  readonly toast: string | null;
}

type Candidate = Pick<File, 'name' | 'type' | 'size'>;

/** Why these files cannot be uploaded; null when they are one CSV file of at most 50 MB. */
export function refuseFiles(files: readonly Candidate[]): FileRefusal | null {
  const [file] = files;
  if (file === undefined) return { text: 'Please select a valid CSV file', toast: 'Invalid CSV file' };
  if (files.length > 1) return { text: 'Choose one file at a time', toast: null };
  if (file.type !== 'text/csv' && !file.name.toLowerCase().endsWith('.csv'))
    return { text: 'Please select a valid CSV file', toast: 'Invalid CSV file' };
  return file.size > largestCsv ? { text: 'File is too large', toast: null } : null;
}

/** The name a file gives its table: without the ending, at most 255 characters. */
export const tableNameOf = (fileName: string): string =>
  fileName
    .replace(/\.csv$/i, '')
    .trim()
    .slice(0, 255) || 'Untitled Table';

/** What is said when an upload fails: the server's own reason, or that it failed. */
export function uploadErrorText(error: unknown): string {
  if (!(error instanceof AppError)) return 'Upload failed';
  if (error.kind === 'limit') return 'File is too large';
  return error.kind === 'internal' ? 'Failed to upload CSV' : error.message;
}
