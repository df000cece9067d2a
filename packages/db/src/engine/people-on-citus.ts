import { randomBytes } from 'node:crypto';
import { personName, shownMark } from '../fields/person-name.ts';
import type { Engine, Reader, Row, Scanner, Sql, Statement, Transaction } from './engine.ts';

/** What begins an id that stands for a name. Nobody can write it into a cell, for no two processes have the same. */
const token = `person ${randomBytes(12).toString('hex')} `;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const [head = '', between = '', tail = ''] = personName('@').split('@').map(literal);
const nameOf = (mark: string) =>
  new RegExp(`${literal(mark)}${head}(\\w+)\\.(\\w+)${between}\\1\\.\\2${tail}`, 'g');
const shown = nameOf(shownMark);
const compared = nameOf('');

const names = `SELECT "id", "name" FROM weft.auth_user WHERE "id" = ANY($1::text[])
  UNION ALL SELECT id, name FROM weft.former_people WHERE id = ANY($1::text[])`;

type Query = Reader['query'];

const namesOf = async (query: Query, ids: Iterable<unknown>): Promise<ReadonlyMap<unknown, unknown>> =>
  new Map((await query(names, [[...ids]])).map(([id, name]) => [id, name]));

/** A statement that reads no names: it answers ids in their place, and compares by names that it brings along. */
async function apart(query: Query, { text, params }: Statement): Promise<Statement> {
  const withIds = text.replace(shown, `('${token}' || $1.$2)`);
  const places = new Set([...withIds.matchAll(compared)].map(([, alias, column]) => `${alias}.${column}`));
  if (places.size === 0) return { text: withIds, params };
  const people = new Set<unknown>();
  for (const place of places) {
    const [alias, column] = place.split('.');
    const table = new RegExp(`(?:FROM|JOIN) ([\\w".]+) ${alias}\\b`).exec(withIds)?.[1];
    // Refused by Citus in words.
    if (table === undefined) return { text, params };
    const ids = await query(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`);
    for (const [id] of ids) people.add(id);
  }
  const found = await namesOf(query, people);
  const at = params.length;
  return {
    text: withIds.replace(
      compared,
      (_, alias: string, column: string) =>
        `(($${at + 2}::text[])[array_position($${at + 1}::text[], ${alias}.${column})] COLLATE "C")`,
    ),
    params: [...params, [...found.keys()], [...found.values()]],
  };
}

const idIn = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(token) ? value.slice(token.length) : null;

/** The rows of statements with names in the place of the ids that stand for them. */
async function named(
  query: Query,
  answers: readonly (readonly Row[])[],
): Promise<readonly (readonly Row[])[]> {
  const ids = new Set(answers.flat(2).flatMap((value) => idIn(value) ?? []));
  if (ids.size === 0) return answers;
  const found = await namesOf(query, ids);
  const shownValue = (value: unknown): unknown => {
    const id = idIn(value);
    return id === null ? value : (found.get(id) ?? null);
  };
  return answers.map((rows) => rows.map((row) => row.map(shownValue)));
}

const readsNames = (text: string): boolean => text.includes('weft.auth_user person');

/** A statement that reads no names goes straight through. */
const naming =
  (query: Query): Query =>
  async (text, params = []) => {
    if (!readsNames(text)) return query(text, params);
    const statement = await apart(query, { text, params });
    const [rows = []] = await named(query, [await query(statement.text, statement.params)]);
    return rows;
  };

function reading(reader: Reader): Reader {
  const query: Query = (text, params) => reader.query(text, params);
  return {
    query: naming(query),
    queryBoth: async (first, second) => {
      if (!readsNames(first.text) && !readsNames(second.text)) return reader.queryBoth(first, second);
      const [one, two] = [await apart(query, first), await apart(query, second)];
      const answers = await reader.queryBoth(one, two);
      const [rows = [], more = []] = await named(query, answers);
      return [rows, more];
    },
  };
}

const sqlOf = (sql: Sql): Omit<Sql, 'query'> => ({
  copyIn: (target, bytes, format) => sql.copyIn(target, bytes, format),
  copyOut: (select) => sql.copyOut(select),
  exec: (text) => sql.exec(text),
});

const scanning = (scanner: Scanner): Scanner => ({
  ...reading(scanner),
  inSteps: scanner.inSteps,
  get isAlone() {
    return scanner.isAlone;
  },
  get worked() {
    return scanner.worked;
  },
});

const writing = (tx: Transaction): Transaction => ({
  ...sqlOf(tx),
  query: naming((text, params) => tx.query(text, params)),
  send: (text, params, heard) => tx.send(text, params, heard),
});

/**
 * The names of people lie on the coordinator, and the records that name them on workers. Where a statement answers names, it
 * answers ids in their place, and another one fetches the names; where it looks for them, sorts or groups by them, it is given
 * the names of all whom the table names.
 */
export function peopleOnCitus(engine: Engine): Engine {
  const { kind, sharding, connections, copyFiles, kysely } = engine;
  return {
    ...{ kind, sharding, connections, copyFiles, kysely },
    ...sqlOf(engine),
    ...reading(engine),
    pages: () => scanning(engine.pages()),
    scanner: (signal) => scanning(engine.scanner(signal)),
    transaction: (work) => engine.transaction((tx) => work(writing(tx))),
    load: (work) => engine.load((tx) => work(writing(tx))),
    snapshot: (work) => engine.snapshot(work),
    close: () => engine.close(),
  };
}
