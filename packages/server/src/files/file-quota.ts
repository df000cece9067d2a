import type { FilePurpose, FileUse } from '@weft/db';
import { AppError } from '@weft/std';

interface Most {
  readonly bytes: number;
  readonly files: number;
}

/** How much files of every purpose may take. */
export interface FileQuota {
  readonly organization: Most;
  /** In all organizations together. */
  readonly person: Most;
  /** Bytes of the disk that files leave free: far more than edits need, so that nobody's uploads end them. */
  readonly leastFree: number;
}

/** What is there besides the file that is asked for, and the bytes it may come to. */
interface AskedRoom extends FileUse {
  readonly bytes: number;
}

const kept: { readonly [P in FilePurpose]: string } = {
  upload: 'Nothing of this one was kept.',
  report: 'The report of this import does not fit. Nothing of the file was imported.',
  attachment: 'Nothing of this one was kept.',
  picture: 'The picture was not changed.',
  organization: 'The picture was not changed.',
};
const whatToDo =
  'Uploads are removed a day after they were made, reports and files that no cell holds any more after 30 days: try again then, or ask whoever runs the server for more room.';

const units = ['MB', 'GB', 'TB'] as const;
function sizeText(bytes: number): string {
  let size = bytes / (1024 * 1024);
  let unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${Math.round(size * 10) / 10} ${units[unit]}`;
}

function refuse(whose: string, most: string, purpose: FilePurpose): never {
  throw new AppError(
    'limit',
    `${whose} may keep ${most} on this server, and there is no room for more. ${kept[purpose]} ${whatToDo}`,
  );
}

/** Throws `limit` where a file has no room; `free` is what the disk has left in bytes. */
export function requireFileRoom(quota: FileQuota, use: AskedRoom, free: number, purpose: FilePurpose): void {
  for (const [kind, whose] of [
    ['person', 'You'],
    ['organization', 'Your organization'],
  ] as const) {
    const { bytes, files } = quota[kind];
    if (use[kind].bytes + use.bytes > bytes) refuse(whose, `${sizeText(bytes)} of files`, purpose);
    if (use[kind].files >= files) refuse(whose, `${files} files`, purpose);
  }
  if (free - use.pending - use.bytes < quota.leastFree)
    throw new AppError(
      'limit',
      `The disk of the server is nearly full: it takes no more files, and everything else goes on. ${kept[purpose]} Try again later, or ask whoever runs the server to make room.`,
    );
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** What was thrown while a file was written, as a sentence where the disk became full under it. */
export function writingFault(error: unknown, purpose: FilePurpose): unknown {
  if (!isDiskFull(error)) return error;
  return new AppError(
    'limit',
    `The disk of the server is full: it takes no more files. ${kept[purpose]} Try again later, or ask whoever runs the server to make room.`,
    undefined,
    { cause: error },
  );
}
