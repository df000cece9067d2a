import { parseArgs } from 'node:util';
import { AppError } from '@weft/std';
import { lackOfRight, reasonOf } from './database-fault.ts';
import { backup } from './operations/backup.ts';
import type { Command } from './operations/command.ts';
import { moveToPostgres } from './operations/move.ts';
import { rebalance } from './operations/rebalance.ts';
import { restore } from './operations/restore.ts';
import { rotateSecrets } from './operations/rotate-secrets.ts';
import { seed } from './seed/seed.ts';
import { processEnv, readSettings } from './settings.ts';

// What these commands write holds everything people entered: it is this user's alone to read.
process.umask(0o077);

/** What an operator can do beside the server: `node operate.ts <command> …`, or `npm run <command> -- …`. */
const commands: { readonly [name: string]: Command } = {
  backup,
  restore,
  'move-to-postgres': moveToPostgres,
  'rotate-secrets': rotateSecrets,
  rebalance,
  seed,
};

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function stop(message: string, code: number): never {
  say(message);
  process.exit(code);
}

const [name = '', ...given] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) stop(`Usage: operate.ts ${Object.keys(commands).join('|')} …`, 2);

const flags = new Set(given.filter((argument) => argument.startsWith('--')));
const { positionals: places } = parseArgs({
  args: given.filter((argument) => !flags.has(argument)),
  allowPositionals: true,
});
const unknown = [...flags].find((flag) => !command.flags.includes(flag));
if (unknown !== undefined || places.length !== command.places) stop(`Usage: ${command.usage}`, 2);

const settings = readSettings(processEnv());
if (!settings.ok) stop(settings.error, 2);

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stopping.abort(new AppError('conflict', 'Stopped. Nothing half done is left.')));

try {
  const said = await command.run({ settings: settings.value, places, flags, say, signal: stopping.signal });
  process.stdout.write(`${said}\n`);
  process.exit(0);
} catch (error) {
  // What PostgreSQL itself said tells an operator which machine it is, or which password.
  if (error instanceof AppError && error.kind === 'unavailable' && 'code' in error)
    stop(`${reasonOf(error)}.`, 1);
  if (error instanceof AppError && error.kind !== 'internal') stop(error.message, 1);
  const right = lackOfRight(error);
  if (right !== null) stop(right, 1);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOSPC') stop('The disk is full. Nothing half done is left.', 1);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    stop(`A folder on the way is missing: ${(error as Error).message}.`, 1);
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    stop(`This may not be written or read: ${(error as Error).message}.`, 1);
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
