import { execFileSync, spawn } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './ports.ts';

/** A PostgreSQL server of our own, alive until `stop`. */
export interface PostgresCluster extends AsyncDisposable {
  /** Of the superuser on database `postgres`: create a database of your own per test file. */
  readonly url: string;
  readonly port: number;
  readonly version: string;
  /** Ends every connection, stops the server and removes its folder. Twice is once. */
  stop(): Promise<void>;
}

export interface PostgresBinaries {
  /** The folder that holds `initdb` and `postgres`. */
  readonly folder: string;
  /** Such as `15.18`. */
  readonly version: string;
}

/** The oldest that Weft supports. */
const oldestMajor = 15;

/** The newest usable PostgreSQL of this machine: `POSTGRES_BIN` if set, known places, the search path; or undefined. */
export function findPostgres(): PostgresBinaries | undefined {
  const chosen = process.env.POSTGRES_BIN;
  const folders = chosen ? [chosen] : [...packagedFolders(), ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.map(binariesIn).filter((binaries) => binaries !== undefined);
  return found.sort((a, b) => major(b) - major(a)).find((binaries) => major(binaries) >= oldestMajor);
}

/**
 * Makes a cluster in a temporary folder and starts it on a free port of 127.0.0.1, settings at their defaults
 * (fsync too: what is measured and tested is what people run). PostgreSQL refuses to run as root; started by
 * root, it runs as user `postgres`, or `nobody` where there is none.
 */
export async function startPostgres(
  binaries = findPostgres(),
  settings: readonly string[] = [],
): Promise<PostgresCluster> {
  if (!binaries) throw new Error(`No PostgreSQL >= ${oldestMajor} (initdb, postgres) is installed here`);
  const folder = mkdtempSync(join(tmpdir(), 'weft-postgres-'));
  try {
    const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
    if (user.uid !== undefined && user.gid !== undefined) {
      // A temporary folder of a test run is closed to others; they may pass through it, not look around.
      chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o111);
      chownSync(folder, user.uid, user.gid);
    }
    const data = join(folder, 'data');
    initialise(binaries, data, user);
    return await serve(binaries, data, { user, settings }, () =>
      rmSync(folder, { recursive: true, force: true }),
    );
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

function initialise(binaries: PostgresBinaries, data: string, user: User): void {
  const options = [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-sync',
    '--no-instructions',
  ];
  const initdb = join(binaries.folder, 'initdb');
  const run = (locale: string) =>
    execFileSync(initdb, [...options, `--locale=${locale}`], {
      ...user,
      cwd: '/',
      env: englishOnly(),
      stdio: 'pipe',
    });
  try {
    run('C.UTF-8');
  } catch {
    // macOS before 14 has no C.UTF-8. initdb has emptied the folder again.
    run('C');
  }
}

async function serve(
  binaries: PostgresBinaries,
  data: string,
  { user, settings: more }: { readonly user: User; readonly settings: readonly string[] },
  remove: () => void,
): Promise<PostgresCluster> {
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...more];
  const server = spawn(
    join(binaries.folder, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: '/', env: englishOnly(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const killNow = () => void server.kill('SIGQUIT');
  process.once('exit', killNow);

  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < 20_000) log += text;
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });

  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      server.kill('SIGINT');
      await ended;
      process.off('exit', killNow);
      remove();
    })();
    return stopping;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    version: binaries.version,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function packagedFolders(): string[] {
  const versions = (parent: string, tail: string, prefix = '') =>
    namesIn(parent)
      .filter((name) => name.startsWith(prefix))
      .map((name) => join(parent, name, tail));
  return [
    ...versions('/usr/lib/postgresql', 'bin'),
    ...versions('/usr', 'bin', 'pgsql-'),
    ...versions('/opt/homebrew/opt', 'bin', 'postgresql'),
    ...versions('/usr/local/opt', 'bin', 'postgresql'),
    ...versions('/Applications/Postgres.app/Contents/Versions', 'bin'),
  ];
}

function binariesIn(folder: string): PostgresBinaries | undefined {
  try {
    for (const name of ['initdb', 'postgres']) accessSync(join(folder, name), constants.X_OK);
    const said = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8', stdio: 'pipe' });
    const version = /(\d+(\.\d+)?)/.exec(said)?.[1];
    return version === undefined ? undefined : { folder, version };
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function major(binaries: PostgresBinaries): number {
  return Number.parseInt(binaries.version, 10);
}

/** Whoever programs run as that refuse to run as root. */
export function unprivilegedUser(): User {
  const id = (flag: string, name: string) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', name), gid: id('-g', name) };
    } catch {}
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody to run it as');
}

/** Server messages in English, so that readiness can be read from them. */
function englishOnly(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
