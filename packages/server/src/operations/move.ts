import { join } from 'node:path';
import { dump, Loader, NotEmpty, openEmbedded } from '@weft/db';
import { AppError } from '@weft/std';
import type { Command } from './command.ts';
import { opened, openServer, requireEmbedded, serverIsConnected, takeForCommand } from './instance.ts';
import { Progress } from './progress.ts';

/** `move-to-postgres <DATABASE_URL>`: the embedded database into an empty PostgreSQL; the source stays as it is. */
export const moveToPostgres: Command = {
  usage: 'npm run move-to-postgres -- <DATABASE_URL>',
  flags: [],
  places: 1,
  run: async ({ settings, places: [url = ''], say, signal }) => {
    if (!/^postgres(ql)?:\/\//.test(url))
      throw new AppError('invalid', 'The address must begin with postgres:// or postgresql://.');
    if (settings.databaseUrl !== null)
      throw new AppError(
        'invalid',
        'DATABASE_URL is set: this instance keeps its data in PostgreSQL already.',
      );
    requireEmbedded(settings.dataDir);
    const dataDir = await takeForCommand(settings.dataDir);
    await using source = opened(await openEmbedded(join(settings.dataDir, 'database')), dataDir.release);
    await using target = await openServer(url, settings.databaseSharding);
    if (await serverIsConnected(target.engine))
      throw new AppError('conflict', 'A server is connected to that database already. Stop it first.');
    const loader = await Loader.begin(target.engine, { purpose: 'move', replace: false }).catch(
      (error: unknown) => {
        throw error instanceof NotEmpty
          ? new AppError('conflict', 'The database at that address is not empty: name one that is.')
          : error;
      },
    );
    const progress = new Progress(say, signal);
    let same = 0;
    await dump(
      source.engine,
      async (item) => {
        progress.check();
        if (item.kind === 'structure') progress.expect(item.structure.tables.length);
        if (item.kind === 'rows') progress.bytes(item.lines.length);
        await loader.take(item);
        if (item.kind === 'table') progress.table(item.sums.rows);
        if (item.kind === 'same') same++;
      },
      { known: loader.known },
    );
    await loader.finish();
    const kept =
      same === 0 ? '' : ` ${same} tables were there from an earlier attempt, and are the same still.`;
    const sharding =
      settings.databaseSharding === null ? '' : `, DATABASE_SHARDING to '${settings.databaseSharding}'`;
    return [
      `Moved ${progress.summary()}; every table was read back and is the same.${kept}`,
      `Now set DATABASE_URL to the address you gave${sharding}, and start the server. Keep DATA_DIR and FILES_URL as`,
      'they are: the files and the secret stay where they are. The embedded database in it was not changed; remove the folder',
      `${join(settings.dataDir, 'database')} once you are sure.`,
    ].join('\n');
  },
};
