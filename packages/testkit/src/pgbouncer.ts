import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import { unprivilegedUser } from './postgres.ts';

const places = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];

/** The pooler of this machine, or undefined. */
export const findPgBouncer = (): string | undefined => places.find((place) => existsSync(place));

/** A pooler in transaction mode before a PostgreSQL server, alive until `stop`. */
export interface PgBouncer {
  /** The same database by way of it. */
  readonly url: (direct: string) => string;
  stop(): Promise<void>;
}

/** Starts it as its package does, but for the mode and `poolSize`: connections of each database to the server. */
export async function startPgBouncer(server: string, poolSize: number): Promise<PgBouncer> {
  const program = findPgBouncer();
  if (program === undefined) throw new Error('pgBouncer is not installed here');
  const { hostname, port: serverPort, username } = new URL(server);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'weft-pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 400
`,
  );
  writeFileSync(join(folder, 'users'), `"${username}" ""\n`);
  const user = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (user.uid !== undefined && user.gid !== undefined) {
    chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o111);
    for (const path of [folder, config, join(folder, 'users')]) chownSync(path, user.uid, user.gid);
  }
  const child = spawn(program, [config], { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < 20_000) log += text;
      if (log.includes('process up')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`pgBouncer did not start:\n${log}`)));
  });
  return {
    url: (direct) => {
      const url = new URL(direct);
      url.port = String(port);
      return url.href;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      process.off('exit', killNow);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
