import type { Engine, Row, Sql } from '../engine/engine.ts';

type Queries = Pick<Sql, 'query'>;

/** Sets the first part of the host of an app; false: another app has it. */
export async function writeSubdomain(
  tx: Queries,
  flowId: string,
  subdomain: string | null,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.documents SET custom_subdomain = $2 WHERE flow_id = $1
     AND NOT EXISTS (SELECT 1 FROM weft.documents d WHERE d.custom_subdomain = $2 AND d.flow_id <> $1)
     RETURNING flow_id`,
    [flowId, subdomain],
  );
  return rows.length > 0;
}

type TurnState = 'proposed' | 'applied' | 'discarded' | 'refused';

/** What somebody asked of the language model about an app, and what it proposed. */
export interface AppTurn {
  readonly id: string;
  readonly at: string;
  /** Null: they are gone, or it came with a file. */
  readonly askedBy: string | null;
  readonly asked: string;
  readonly said: string;
  readonly operations: readonly unknown[];
  readonly changes: readonly string[];
  readonly state: TurnState;
}

/** Turns kept of one app; older ones are forgotten. */
const keptTurns = 500;

const turnColumns = `t.id, t.at, coalesce(u."name", p.name), t.asked, t.said, t.operations, t.changes, t.state
  FROM weft.app_turns t LEFT JOIN weft.auth_user u ON u."id" = t.user_id
  LEFT JOIN weft.former_people p ON p.id = t.user_id`;

const presentTurn = ([id, at, askedBy, asked, said, operations, changes, state]: Row): AppTurn =>
  ({ id, at, askedBy, asked, said, operations, changes, state }) as AppTurn;

/** Adds turns behind those that are there; one of a known id changes nothing. */
export async function addTurns(
  tx: Queries,
  flowId: string,
  userId: string | null,
  turns: readonly Omit<AppTurn, 'askedBy'>[],
): Promise<void> {
  for (const { id, at, asked, said, operations, changes, state } of turns)
    await tx.query(
      `INSERT INTO weft.app_turns (id, flow_id, user_id, at, asked, said, operations, changes, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9) ON CONFLICT (id) DO NOTHING`,
      [id, flowId, userId, at, asked, said, JSON.stringify(operations), JSON.stringify(changes), state],
    );
  await tx.query(
    `DELETE FROM weft.app_turns WHERE flow_id = $1 AND id IN
       (SELECT id FROM weft.app_turns WHERE flow_id = $1 ORDER BY at DESC, id DESC OFFSET ${keptTurns})`,
    [flowId],
  );
}

/** Says what became of a proposal; false: it was said before, or there is none. */
export async function settleTurn(
  tx: Queries,
  flowId: string,
  id: string,
  state: Exclude<TurnState, 'proposed'>,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.app_turns SET state = $3 WHERE flow_id = $1 AND id = $2 AND state = 'proposed' RETURNING id`,
    [flowId, id, state],
  );
  return rows.length > 0;
}

/** What is kept of apps besides their documents. */
export class AppRows {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async subdomainOf(flowId: string): Promise<string | null> {
    const [row] = await this.#engine.query('SELECT custom_subdomain FROM weft.documents WHERE flow_id = $1', [
      flowId,
    ]);
    return row?.[0] == null ? null : String(row[0]);
  }

  /** A turn of an app; null: there is none of this id. */
  async turn(flowId: string, id: string): Promise<AppTurn | null> {
    const [row] = await this.#engine.query(`SELECT ${turnColumns} WHERE t.flow_id = $1 AND t.id = $2`, [
      flowId,
      id,
    ]);
    return row === undefined ? null : presentTurn(row);
  }

  /** The newest turns, oldest first. */
  async turns(flowId: string, limit: number): Promise<readonly AppTurn[]> {
    const rows = await this.#engine.query(
      `SELECT ${turnColumns}
       WHERE t.flow_id = $1 ORDER BY t.at DESC, t.id DESC LIMIT $2`,
      [flowId, limit],
    );
    return rows.map(presentTurn).toReversed();
  }
}
