import type { Engine } from '../engine/engine.ts';
import {
  type AccountDeleted,
  type AccountDeletion,
  type DeletionPlan,
  deleteAccount,
  type PossibleHeir,
  planDeletion,
  possibleHeirs,
} from './account-deletion.ts';
import { firstPerson } from './signed-in.ts';

/** Everybody who has an account on this server. */
export class People {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#engine.query('SELECT 1 FROM weft.auth_user LIMIT 1')).length === 0;
  }

  /** The address of who runs this server; null when nobody has signed up. */
  async firstEmail(): Promise<string | null> {
    const [row] = await this.#engine.query(`SELECT "email" FROM weft.auth_user WHERE "id" = ${firstPerson}`);
    return row === undefined ? null : String(row[0]);
  }

  /** Whether two people are of one organization; each is a colleague of their own. */
  async areColleagues(userId: string, otherId: string): Promise<boolean> {
    if (userId === otherId) return true;
    const rows = await this.#engine.query(
      `SELECT 1 FROM weft.members m JOIN weft.members o ON o.organization_id = m.organization_id
       WHERE m.user_id = $1 AND o.user_id = $2 LIMIT 1`,
      [userId, otherId],
    );
    return rows.length > 0;
  }

  /** Who has this address; null when nobody has it. */
  async findByEmail(email: string): Promise<string | null> {
    // Addresses are kept in lower case.
    const [row] = await this.#engine.query('SELECT "id" FROM weft.auth_user WHERE "email" = $1', [
      email.toLowerCase(),
    ]);
    return row === undefined ? null : String(row[0]);
  }

  /** The path of a picture of theirs, or null for none; the one of before. */
  async setPicture(userId: string, picture: string | null): Promise<string | null> {
    const [row] = await this.#engine.query(
      `UPDATE weft.auth_user u SET "image" = $2, "updatedAt" = now()
       FROM (SELECT "id", "image" FROM weft.auth_user WHERE "id" = $1 FOR UPDATE) AS old
       WHERE u."id" = old."id" RETURNING old."image"`,
      [userId, picture],
    );
    return (row?.[0] ?? null) as string | null;
  }

  /** The only way a name changes: what is kept in the order of names is stale from then on. */
  async rename(userId: string, name: string): Promise<void> {
    await this.#engine.query(
      `WITH renamed AS (UPDATE weft.auth_user SET "name" = $2, "updatedAt" = now() WHERE "id" = $1 AND "name" <> $2 RETURNING 1)
       INSERT INTO weft.names_version AS known (version) SELECT 1 FROM renamed
       ON CONFLICT (id) DO UPDATE SET version = known.version + 1`,
      [userId, name],
    );
  }

  /** Sets or removes what they chose under a key. */
  async setSetting(userId: string, key: string, value: unknown): Promise<void> {
    const change =
      value === undefined ? `"settings" - $2::text` : `"settings" || jsonb_build_object($2::text, $3::jsonb)`;
    const params = value === undefined ? [userId, key] : [userId, key, JSON.stringify(value)];
    await this.#engine.query(`UPDATE weft.auth_user SET "settings" = ${change} WHERE "id" = $1`, params);
  }

  /** Sets or removes a flag; false: they have `most` others already. */
  async setFlag(userId: string, name: string, value: boolean, most: number): Promise<boolean> {
    const rows = await this.#engine.query(
      `UPDATE weft.auth_user SET "flags" = "flags" || jsonb_build_object($2::text, $3::boolean)
       WHERE "id" = $1
         AND ("flags" ? $2 OR (SELECT count(*) FROM jsonb_object_keys("flags")) < $4) RETURNING 1`,
      [userId, name, value, most],
    );
    return rows.length > 0;
  }

  /** Ends the codes of mails that lead to a new password, and sign-ins that wait for their second factor. */
  async endResetCodes(userId: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.auth_verification WHERE "value" = $1', [userId]);
  }

  /** What deleting the account would come to, and to whom what they own could go where others stay. */
  async planDeletion(
    userId: string,
  ): Promise<DeletionPlan & { readonly possibleHeirs: readonly PossibleHeir[] }> {
    const plan = await planDeletion(this.#engine, userId);
    const left = plan.organizations.filter(({ isAlone }) => !isAlone).map(({ id }) => id);
    return { ...plan, possibleHeirs: await possibleHeirs(this.#engine, userId, left) };
  }

  deleteAccount(deletion: AccountDeletion): Promise<AccountDeleted> {
    return deleteAccount(this.#engine, deletion);
  }
}
