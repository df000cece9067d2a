import { signUp } from '@weft/testkit';
import { startDatabase } from '../databases.ts';
import type { Figure } from '../measure.ts';
import { editOne, freshId, openDesk } from '../office.ts';
import { startServers } from '../servers.ts';

/** People who edit one database without a pause. */
const writers = 4;
/** How often each web server is killed. */
const rounds = 2;

/** Four web and two worker processes behind a proxy: the longest that nobody could write to a database whose server was killed. */
export async function takeover(): Promise<Figure[]> {
  await using database = await startDatabase('postgres');
  await using servers = await startServers(database, { LOG_LEVEL: 'fatal' });
  const { webs } = servers;
  const ann = await signUp(servers.url, 'ann');
  const desk = await openDesk(ann, writers);
  const versionOf = async () =>
    (await ann.query<{ version: number }>('metadata.get', { basePublicId: desk.table.basePublicId })).version;
  const before = await versionOf();
  const gaps: number[] = [];
  let edits = 0;
  let last = 0;
  let isOver = false;
  const write = async (nth: number) => {
    while (!isOver) {
      const actionId = freshId('act');
      for (;;) {
        try {
          await editOne(desk, nth, String(edits), actionId);
          break;
        } catch (error) {
          // A server that is ending says 503, and one that is gone says nothing.
          if (/^(?!503)\d\d\d /.test((error as Error).message)) throw error;
          await new Promise((resolve) => setTimeout(resolve, 25));
        }
      }
      const now = performance.now();
      if (last > 0) gaps.push(now - last);
      last = now;
      edits++;
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, (_, nth) => write(nth)));
  for (let round = 0; round < rounds; round++)
    for (const server of webs) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await server.restart('SIGKILL');
    }
  isOver = true;
  await writing;
  const changes = (await versionOf()) - before;
  const note = `${rounds * webs.length} kills, 4 web and 2 worker processes, ${edits.toLocaleString('en-US')} edits by ${writers} people`;
  const figure = { engine: 'postgres', note } as const;
  return [
    {
      ...{ name: 'no edit of a database whose server was killed, longest', ...figure },
      ...{ value: Math.max(...gaps), unit: 'ms', limit: 5_000 },
    },
    {
      ...{ name: 'acknowledged edits lost or done twice when servers are killed', ...figure },
      ...{ value: Math.abs(changes - edits), unit: '', limit: 0 },
    },
  ];
}
