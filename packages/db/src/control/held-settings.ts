import type { Sql } from '../engine/engine.ts';
import type { StoredSettings } from './documents.ts';

type Queries = Pick<Sql, 'query'>;

/** What is set of a flow that takes answers, and how many it has taken. */
export interface HeldSettings {
  readonly settings: StoredSettings;
  readonly passwordHash: string | null;
  /** Before the one that is being taken. */
  readonly submissions: number;
}

/** Counts an answer, in the transaction that stores it; what was set and counted before it. */
export async function countSubmission(tx: Queries, flowId: string): Promise<HeldSettings | null> {
  // One after the other and sent together: what is set is read once those who came before are through, not as it was when
  // this one began to wait for them. Whoever edits or publishes the form takes the two rows in this order too.
  const [[counted], [flow]] = await Promise.all([
    tx.query(
      `UPDATE weft.documents SET submissions = submissions + 1
       WHERE flow_id = $1 RETURNING submissions - 1, password_hash`,
      [flowId],
    ),
    tx.query('SELECT settings FROM weft.flows WHERE id = $1 FOR SHARE', [flowId]),
  ]);
  return counted === undefined || flow === undefined
    ? null
    : {
        settings: flow[0] as StoredSettings,
        submissions: Number(counted[0]),
        passwordHash: counted[1] as string | null,
      };
}

/** What is set of a flow, which nobody changes before the transaction ends. */
export async function lockedSettings(tx: Queries, flowId: string): Promise<HeldSettings | null> {
  const [row] = await tx.query(
    `SELECT f.settings, d.submissions, d.password_hash
     FROM weft.flows f JOIN weft.documents d ON d.flow_id = f.id WHERE f.id = $1 FOR SHARE OF f`,
    [flowId],
  );
  return row === undefined
    ? null
    : {
        settings: row[0] as StoredSettings,
        submissions: Number(row[1]),
        passwordHash: row[2] as string | null,
      };
}
