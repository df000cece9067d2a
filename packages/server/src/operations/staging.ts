import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const building = 'restore.part';
const ready = 'restore.ready';

/** A folder to restore into, beside what is there: what a restore that was broken off left in it is removed. */
export function beginStaging(dataDir: string): string {
  const folder = join(dataDir, building);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export const dropStaging = (dataDir: string): void =>
  rmSync(join(dataDir, building), { recursive: true, force: true });

/** From the rename on, the restored data is the data: what a kill leaves undone, the next start does. */
export function commitStaging(dataDir: string): void {
  renameSync(join(dataDir, building), join(dataDir, ready));
  finishRestore(dataDir);
}

/** Puts what was restored in place of what is there, and removes what was not restored to its end: usually nothing. */
export function finishRestore(dataDir: string): void {
  const folder = join(dataDir, ready);
  dropStaging(dataDir);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
    renameSync(join(folder, name), join(dataDir, name));
  }
  rmSync(folder, { recursive: true, force: true });
}
