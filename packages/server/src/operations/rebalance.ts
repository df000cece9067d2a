import { basesOfCoordinator, distributeBase, moveBase, nextMove, placement } from '@weft/db';
import { AppError } from '@weft/std';
import type { Command } from './command.ts';
import { openServer } from './instance.ts';

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** A base of the coordinator up to so many bytes is copied to a worker while its reads and writes wait: within 2 s. */
const mostWhileTheyWait = 32 * 1024 * 1024;

/** `rebalance`: moves bases between the workers of Citus until these hold about the same, while servers work. */
export const rebalance: Command = {
  usage: 'npm run rebalance [-- --dry-run]',
  flags: ['--dry-run'],
  places: 0,
  run: async ({ settings, flags, say, signal }) => {
    const { databaseUrl, databaseDirectUrl, databaseSharding } = settings;
    if (databaseUrl === null || databaseSharding === null)
      throw new AppError('invalid', "Only a database with DATABASE_SHARDING 'citus' can be rebalanced.");
    await using server = await openServer(databaseDirectUrl ?? databaseUrl, databaseSharding);
    const ofCoordinator = await basesOfCoordinator(server.engine);
    for (const { baseId, bytes } of ofCoordinator) {
      signal.throwIfAborted();
      if (bytes > mostWhileTheyWait) {
        say(`${baseId}, ${megabytes(bytes)}: stays on the coordinator until a backup is restored`);
        continue;
      }
      say(`${baseId}, ${megabytes(bytes)}: from the coordinator to a worker`);
      if (!flags.has('--dry-run')) await distributeBase(server.engine, baseId);
    }
    for (let moved = 0; ; moved++) {
      signal.throwIfAborted();
      const now = await placement(server.engine);
      const move = nextMove(now);
      const held = now.workers
        .map(({ host, port, bytes }) => `${host}:${port} ${megabytes(bytes)}`)
        .join(', ');
      if (move === null)
        return `Moved ${moved === 1 ? '1 database' : `${moved} databases`}. The workers hold: ${held}.`;
      say(`${move.baseId}, ${megabytes(move.bytes)}: from ${move.from} to ${move.to.host}:${move.to.port}`);
      if (flags.has('--dry-run')) return `Moved nothing. The workers hold: ${held}.`;
      await moveBase(server.engine, move);
    }
  },
};
