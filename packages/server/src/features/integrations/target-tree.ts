import type { Connection } from '@weft/db';
import { notFound } from '@weft/std';
import type { OwnDeps } from './deps.ts';
import type { Targets } from './targets.ts';

/** Bases or spreadsheets, with the tables and fields of those that are asked for. */
export async function targetTree(
  { http }: OwnDeps,
  targets: Targets,
  connection: Connection,
  ids: readonly string[],
  fresh: boolean,
) {
  const [first, second] = http.builtInConnector(connection.type)?.targets ?? [];
  if (first === undefined) throw notFound('This service has nothing to choose from');
  const choices = await targets.choices(connection, first.key, {}, fresh);
  const tablesOf = async (id: string) => {
    if (second === undefined) return [];
    const tables = await targets.choices(connection, second.key, { [first.key]: id }, fresh);
    const withFields = tables.map(async (table) => ({
      ...{ id: table.id, name: table.name },
      fields: [...(await targets.fields(connection, { [first.key]: id, [second.key]: table.id }, fresh))],
    }));
    return Promise.all(withFields);
  };
  const missing = ids.find((id) => !choices.some((choice) => choice.id === id));
  if (missing !== undefined)
    throw notFound(
      connection.type === 'googlesheets' ? 'Missing or unknown google sheet' : 'Missing or unknown base',
    );
  return Promise.all(
    choices.map(async ({ id, name }) => ({
      ...{ id, name },
      tables: ids.includes(id) ? await tablesOf(id) : null,
    })),
  );
}
