import { AppError } from '@weft/std';
import { pino } from 'pino';
import { startServer } from './compose.ts';
import { IdleMemory } from './operations/idle-memory.ts';
import { releaseMemory } from './operations/release-memory.ts';
import type { RunningServer } from './running-server.ts';
import { processEnv, readSettings, type Settings } from './settings.ts';

// What people enter is for this user alone: folders and files made from here on are nobody else's to read.
process.umask(0o077);

/** Requests get this long to end once the server was told to. */
const patience = 9_000;

function stop(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

/** Why the address cannot be listened on; null when something else went wrong. */
function listeningFault({ host, port }: Settings, error: unknown): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `PORT ${port} is already in use on ${host}. Stop what listens there, or set another PORT.`;
  if (syscall === 'getaddrinfo') return `HOST is '${host}', which is no address or name of this machine.`;
  if (code === 'EADDRNOTAVAIL') return `HOST ${host} is no address of this machine.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `PORT ${port} may not be listened on by this user: ports below 1024 are usually reserved.`;
  return null;
}

const settings = readSettings(processEnv());
if (!settings.ok) stop(settings.error, 2);

// Not waited for: a line for every request must cost the requests nothing. What is left is written at the exit.
const log = pino({ level: settings.value.logLevel, base: null }, pino.destination({ dest: 2, sync: false }));
let server: RunningServer | null = null;
let ending = false;

async function end(reason: string): Promise<void> {
  if (ending) return;
  ending = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => stop('The server did not stop in time', 1), patience).unref();
  try {
    await server?.close();
  } catch (error) {
    log.error({ err: error }, 'stopping failed');
    process.exit(1);
  }
  process.exit(0);
}

// SIGHUP: the terminal was closed.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void end(signal));
if (settings.value.endWithStdin) {
  process.stdin.resume();
  process.stdin.on('end', () => void end('the starter is gone'));
  process.stdin.on('error', () => void end('the starter is gone'));
}
process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'));

try {
  server = await startServer(settings.value, { log });
  new IdleMemory({
    resident: () => process.memoryUsage.rss(),
    spent: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    },
    release: releaseMemory,
  }).start();
  if (!ending) process.stdout.write(`Weft is ready at ${server.url}\n`);
} catch (error) {
  if (error instanceof AppError) stop(error.message, 2);
  const sentence = listeningFault(settings.value, error);
  if (sentence !== null) stop(sentence, 2);
  log.fatal({ err: error }, 'the server could not start');
  process.exit(1);
}
