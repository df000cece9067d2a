import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** An open file of the embedded database; a folder has no descriptor. */
interface Stream {
  readonly nfd?: number;
  readonly node: object;
}

/** The part of the file system inside PGlite that is ours to complete. */
interface InnerFiles {
  readonly NODEFS: {
    readonly stream_ops: { fsync?: (stream: Stream) => number };
    readonly realPath: (node: object) => string;
  };
}

type Options = Parameters<NodeFS['init']>[1];

/** PGlite's files in a folder, with the fsync that PGlite leaves out: what is committed survives a power cut. */
export class DurableFiles extends NodeFS {
  override async init(database: PGlite, options: Options): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(database, options);
    const { preRun = [] } = emscriptenOpts;
    const before = typeof preRun === 'function' ? [preRun] : preRun;
    const complete = (inner: unknown): void => {
      const { NODEFS } = inner as InnerFiles;
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) flushFolder(NODEFS.realPath(node));
        else fdatasyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...before, complete] } };
  }
}

/** Windows cannot open folders; PostgreSQL itself does not fsync them there. */
const folderless = process.platform === 'win32';

/** Has the names in a folder survive a power cut. */
export function flushFolder(path: string): void {
  if (folderless) return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** `-F`, which PGlite starts with, turns flushing off and cannot be overruled by a setting. */
export const flushingStart: string[] = PGlite.defaultStartParams.filter((param) => param !== '-F');

/** The only way of flushing the log that PGlite's file layer passes on. */
export const flushingSettings: readonly string[] = ['fsync=on', 'wal_sync_method=fsync'];
