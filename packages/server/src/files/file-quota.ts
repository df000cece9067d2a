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
  answer: 'What you wrote is kept.',
  export: 'Nothing was exported.',
};
const whatToDo =
  'Uploads and exports are removed a day after they were made, reports and files that no cell holds any more after 30 days: try again then, or ask whoever runs the server for more room.';

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

/** What strangers may have sent to one form without sending an answer with it: MB and files. */
export const unclaimedOfForm: Most = { bytes: 1024 * 1024 * 1024, files: 500 };

/** For whoever answers a form: they can make no room. */
const formIsFull = () =>
  new AppError(
    'limit',
    'This form has no room for more files now. What you wrote is kept: try again later, or tell whoever gave you the link.',
  );

/** Throws `limit` where a file has no room; `free` is what the disk has left in bytes. */
export function requireFileRoom(quota: FileQuota, use: AskedRoom, free: number, purpose: FilePurpose): void {
  if (purpose === 'answer') {
    requireAnswerRoom(quota, use, free);
    return;
  }
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

function requireAnswerRoom(quota: FileQuota, use: AskedRoom, free: number): void {
  const isOver = ({ bytes, files }: Most, used: FileUse['unclaimed']): boolean =>
    used.bytes + use.bytes > bytes || used.files >= files;
  if (
    isOver(quota.person, use.person) ||
    isOver(quota.organization, use.organization) ||
    isOver(unclaimedOfForm, use.unclaimed) ||
    free - use.pending - use.bytes < quota.leastFree
  )
    throw formIsFull();
}

/** Throws `limit` where an organization that keeps `besides` has no room for the files of a flow. */
export function requireRoomToMove(quota: FileQuota, name: string, besides: Most, ofFlow: Most): void {
  const { bytes, files } = quota.organization;
  const most =
    besides.bytes + ofFlow.bytes > bytes
      ? `${sizeText(bytes)} of files`
      : besides.files + ofFlow.files > files
        ? `${files} files`
        : null;
  if (most === null || ofFlow.files === 0) return;
  throw new AppError(
    'limit',
    `${name} may keep ${most} on this server, and has no room for the files of this item. Nothing was moved: delete files there, or ask whoever runs the server for more room.`,
  );
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** What was thrown while a file was written, as a sentence where the disk became full under it. */
export function writingFault(error: unknown, purpose: FilePurpose): unknown {
  if (!isDiskFull(error)) return error;
  if (purpose === 'answer') return formIsFull();
  return new AppError(
    'limit',
    `The disk of the server is full: it takes no more files. ${kept[purpose]} Try again later, or ask whoever runs the server to make room.`,
    undefined,
    { cause: error },
  );
}
