import { accessSync, constants, mkdirSync } from 'node:fs';
import { AppError } from '@weft/std';

const notOurs = 'may not be written by this user: give it to them, or name another folder';
const readOnly = 'lies on a disk that can only be read: name another folder';
const full = 'lies on a disk that is full: make room and start again; what is there was left as it is';
const noFolder = 'is not a folder, or lies in something that is none: name another one';

const reasons: { readonly [code: string]: string } = {
  EACCES: notOurs,
  EPERM: notOurs,
  EROFS: readOnly,
  ENOSPC: full,
  EDQUOT: full,
  ENOTDIR: noFolder,
  EEXIST: noFolder,
  // Node says this where a parent can only be read.
  ENOENT: 'cannot be made: what it is to lie in is missing or can only be read',
};

/** SQLite's codes of the same; it gives no others for these. */
const sqliteReasons: { readonly [code: number]: string } = { 3: notOurs, 8: notOurs, 13: full, 14: notOurs };

/** What was thrown while working in the folder of a setting, as a sentence where its cause is known. */
export function folderFault(setting: string, path: string, error: unknown): unknown {
  const { code = '', errcode = 0 } = error as { readonly code?: string; readonly errcode?: number };
  const reason = code === 'ERR_SQLITE_ERROR' ? sqliteReasons[errcode & 0xff] : reasons[code];
  if (reason === undefined) return error;
  return new AppError('unavailable', `${setting} ${path} ${reason}.`, undefined, { cause: error });
}

/** Makes the folder of a setting when it is missing; throws a sentence when it cannot be worked in. */
export function requireFolder(setting: string, path: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw folderFault(setting, path, error);
  }
}
