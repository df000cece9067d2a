import type { Filter } from '@weft/core';
import type { Content, Edit, Snapshot } from '@weft/documents';
import { JoinedReads } from '@weft/std';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { writeHosts } from './flow-hosts.ts';
import { type FormCaptcha, presentCaptcha } from './form-captchas.ts';
import { type PageTag, pageTagTypes } from './page-tags.ts';

type Queries = Pick<Sql, 'query'>;

/** How many batches of edits are kept: whoever saw an older state cannot add to it, and reloads. */
export const keptEdits = 1_000;

/** The draft of a flow's document. */
export interface Draft {
  readonly content: Content;
  /** Incremented by each batch of edits. */
  readonly version: number;
  /** What is published; null: nothing. */
  readonly publishedSnapshotId: string | null;
  readonly nextSnapshot: number;
}

/** A batch of edits, as it was made on the version before it. */
export interface EditBatch {
  readonly id: string;
  readonly version: number;
  readonly userId: string;
  readonly edits: readonly Edit[];
}

export interface ListedSnapshot extends Omit<Snapshot, 'content'> {
  /** Null: they are gone. */
  readonly publisherName: string | null;
}

/** What is published under a public address. */
export interface Published {
  readonly flowId: string;
  readonly publicIdentifier: string;
  readonly organizationId: string;
  readonly organizationName: string;
  readonly ownerUserId: string;
  readonly ownerEmail: string | null;
  readonly snapshotId: string;
  readonly content: Content;
  readonly settings: StoredSettings;
  /** Null: whoever has the link may answer. */
  readonly passwordHash: string | null;
  /** The end of its link in words. */
  readonly customEnding: string | null;
  /** The host that shows it alone; null: none. */
  readonly domain: string | null;
  readonly submissions: number;
  /** The service that checks whether a program sends an answer; null: none. */
  readonly captcha: FormCaptcha | null;
  /** The service that counts who opens it; null: none. */
  readonly pageTag: PageTag | null;
}

/** Texts of several languages. */
type TextsByName = { readonly [name: string]: { readonly [text: string]: string } };

/** Settings of a flow as they are stored; what they mean is known to whoever owns its type. */
export type StoredSettings = {
  readonly [name: string]: string | number | boolean | null | readonly string[] | Filter | TextsByName;
};

const draftColumns = 'd.content, d.version, f.published_snapshot_id, d.next_snapshot';

const presentDraft = ([content, version, publishedSnapshotId, nextSnapshot]: Row): Draft =>
  ({ content, version, publishedSnapshotId, nextSnapshot }) as Draft;

const presentSnapshot = ([id, number, publishedAt, publishedBy, content]: Row): Snapshot =>
  ({ id, number, publishedAt, publishedBy, content }) as Snapshot;

/** Writes the first draft of a flow, in the transaction that makes the flow; `submissions`: the answers it comes with. */
export async function addDocument(
  tx: Queries,
  flowId: string,
  content: Content,
  submissions = 0,
): Promise<void> {
  await tx.query('INSERT INTO weft.documents (flow_id, content, submissions) VALUES ($1, $2::jsonb, $3)', [
    flowId,
    JSON.stringify(content),
    submissions,
  ]);
}

/** The draft, locked for this transaction: edits are made one batch after the other. */
export async function lockDraft(tx: Queries, flowId: string): Promise<Draft | null> {
  const [row] = await tx.query(
    `SELECT ${draftColumns} FROM weft.documents d JOIN weft.flows f ON f.id = d.flow_id
     WHERE d.flow_id = $1 FOR UPDATE OF d`,
    [flowId],
  );
  return row === undefined ? null : presentDraft(row);
}

/** The batches after a version, in order; null when some of them are forgotten. */
export async function editsAfter(
  tx: Queries,
  flowId: string,
  version: number,
  until: number,
): Promise<readonly EditBatch[] | null> {
  const rows = await tx.query(
    `SELECT id, version, user_id, edits FROM weft.document_edits
     WHERE flow_id = $1 AND version > $2 ORDER BY version`,
    [flowId, version],
  );
  if (rows.length !== until - version) return null;
  return rows.map(([id, at, userId, edits]) => ({ id, version: at, userId, edits }) as EditBatch);
}

/** Whether a batch of this id was taken before. */
export async function hasEdits(tx: Queries, flowId: string, id: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM weft.document_edits WHERE flow_id = $1 AND id = $2', [
    flowId,
    id,
  ]);
  return rows.length > 0;
}

/** Writes a batch and the draft it makes. */
export async function writeEdits(
  tx: Queries,
  flowId: string,
  batch: EditBatch,
  content: Content,
): Promise<void> {
  await tx.query(
    'UPDATE weft.documents SET content = $2::jsonb, version = $3, updated_at = now() WHERE flow_id = $1',
    [flowId, JSON.stringify(content), batch.version],
  );
  await tx.query(
    `INSERT INTO weft.document_edits (flow_id, version, id, user_id, edits) VALUES ($1, $2, $3, $4, $5::jsonb)`,
    [flowId, batch.version, batch.id, batch.userId, JSON.stringify(batch.edits)],
  );
  await tx.query('DELETE FROM weft.document_edits WHERE flow_id = $1 AND version <= $2', [
    flowId,
    batch.version - keptEdits,
  ]);
  await tx.query('UPDATE weft.flows SET updated_at = now() WHERE id = $1', [flowId]);
}

/** A flow's settings, locked for this transaction. */
export async function lockSettings(tx: Queries, flowId: string): Promise<StoredSettings> {
  const [row] = await tx.query('SELECT settings FROM weft.flows WHERE id = $1 FOR UPDATE', [flowId]);
  return (row?.[0] ?? {}) as StoredSettings;
}

/** Sets some of a flow's settings, and leaves the others. */
export async function writeSettings(tx: Queries, flowId: string, settings: StoredSettings): Promise<void> {
  await tx.query('UPDATE weft.flows SET settings = settings || $2::jsonb, updated_at = now() WHERE id = $1', [
    flowId,
    JSON.stringify(settings),
  ]);
}

/** Sets the end of a form's link; false: another form has it. */
export async function writeEnding(tx: Queries, flowId: string, ending: string | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE weft.documents SET custom_ending = $2 WHERE flow_id = $1
     AND NOT EXISTS (SELECT 1 FROM weft.documents d WHERE d.custom_ending = $2 AND d.flow_id <> $1)
     RETURNING flow_id`,
    [flowId, ending],
  );
  return rows.length > 0;
}

/** Sets the password without which a form shows nothing; null: none. */
export async function writePasswordHash(tx: Queries, flowId: string, hash: string | null): Promise<void> {
  await tx.query('UPDATE weft.documents SET password_hash = $2 WHERE flow_id = $1', [flowId, hash]);
}

/** Points to a snapshot, or (null) to none. */
export async function showSnapshot(
  tx: Queries,
  flowId: string,
  snapshotId: string | null,
  userId: string,
): Promise<void> {
  await tx.query('UPDATE weft.flows SET published_snapshot_id = $2, updated_at = now() WHERE id = $1', [
    flowId,
    snapshotId,
  ]);
  // Bookings outlive the page that is taken back, and so does what their hosts may read.
  if (snapshotId !== null) await writeHosts(tx, flowId, snapshotId, userId);
}

/** Keeps a new snapshot and points to it; false: another flow has one of this id, and nothing is changed. */
export async function addSnapshot(tx: Queries, flowId: string, snapshot: Snapshot): Promise<boolean> {
  const added = await tx.query(
    `INSERT INTO weft.snapshots (id, flow_id, number, content, published_at, published_by)
     VALUES ($1, $2, $3, $4::jsonb, $5, $6) ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      snapshot.id,
      flowId,
      snapshot.number,
      JSON.stringify(snapshot.content),
      snapshot.publishedAt,
      snapshot.publishedBy,
    ],
  );
  if (added.length === 0) return false;
  await tx.query('UPDATE weft.documents SET next_snapshot = $2 WHERE flow_id = $1', [
    flowId,
    snapshot.number + 1,
  ]);
  await showSnapshot(tx, flowId, snapshot.id, snapshot.publishedBy);
  return true;
}

/** The number of a snapshot of a flow; null: it has none of this id. */
export async function snapshotNumber(tx: Queries, flowId: string, id: string): Promise<number | null> {
  const [row] = await tx.query('SELECT number FROM weft.snapshots WHERE flow_id = $1 AND id = $2', [
    flowId,
    id,
  ]);
  return row === undefined ? null : Number(row[0]);
}

/** Published documents whose content a process remembers: it is read once, for a snapshot never changes. */
const maxRemembered = 50;

/** The documents of flows: drafts, their edits and snapshots. */
export class Documents {
  readonly #engine: Engine;
  readonly #publishing = new JoinedReads<Published | null>();
  /** By public address, the one that was asked for last at the end. */
  readonly #remembered = new Map<string, Pick<Published, 'snapshotId' | 'content'>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async draft(flowId: string): Promise<Draft | null> {
    const [row] = await this.#engine.query(
      `SELECT ${draftColumns} FROM weft.documents d JOIN weft.flows f ON f.id = d.flow_id WHERE d.flow_id = $1`,
      [flowId],
    );
    return row === undefined ? null : presentDraft(row);
  }

  async settings(
    flowId: string,
  ): Promise<Pick<
    Published,
    'settings' | 'submissions' | 'passwordHash' | 'captcha' | 'customEnding'
  > | null> {
    const [row] = await this.#engine.query(
      `SELECT f.settings, d.submissions, d.password_hash, d.custom_ending, c.service, c.site_key, c.secret_id
       FROM weft.flows f JOIN weft.documents d ON d.flow_id = f.id
       LEFT JOIN weft.form_captchas c ON c.flow_id = f.id WHERE f.id = $1`,
      [flowId],
    );
    if (row === undefined) return null;
    const [settings, submissions, passwordHash, customEnding, ...captcha] = row;
    return {
      ...{ settings, passwordHash, customEnding, submissions: Number(submissions) },
      captcha: presentCaptcha(captcha),
    } as Published;
  }

  async snapshot(flowId: string, id: string): Promise<Snapshot | null> {
    const [row] = await this.#engine.query(
      `SELECT id, number, published_at, published_by, content FROM weft.snapshots WHERE flow_id = $1 AND id = $2`,
      [flowId, id],
    );
    return row === undefined ? null : presentSnapshot(row);
  }

  /** The ids of the files that the draft, a version, an integration, or an answer that is no record yet names. */
  async heldFiles(flowId: string): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `SELECT DISTINCT (regexp_matches(content::text, 'fil[0-9a-z]{21}', 'g'))[1] FROM (
         SELECT content FROM weft.documents WHERE flow_id = $1
         UNION ALL SELECT content FROM weft.snapshots WHERE flow_id = $1
         UNION ALL SELECT config FROM weft.flow_integrations WHERE flow_id = $1
         UNION ALL SELECT sent FROM weft.form_sessions
           WHERE flow_id = $1 AND state IN ('waiting', 'spam')) AS named`,
      [flowId],
    );
    return rows.map(([id]) => String(id));
  }

  /** Newest first. */
  async snapshots(flowId: string, limit: number): Promise<readonly ListedSnapshot[]> {
    const rows = await this.#engine.query(
      `SELECT s.id, s.number, s.published_at, s.published_by, coalesce(u."name", p.name)
       FROM weft.snapshots s LEFT JOIN weft.auth_user u ON u."id" = s.published_by
       LEFT JOIN weft.former_people p ON p.id = s.published_by
       WHERE s.flow_id = $1 ORDER BY s.number DESC LIMIT $2`,
      [flowId, limit],
    );
    return rows.map(
      ([id, number, publishedAt, publishedBy, publisherName]) =>
        ({ id, number, publishedAt, publishedBy, publisherName }) as ListedSnapshot,
    );
  }

  /** What strangers see of a flow, or its draft where that is nothing; in the trash too. */
  async shownOrDraft(flowId: string): Promise<
    | (Pick<
        Published,
        'flowId' | 'publicIdentifier' | 'organizationId' | 'domain' | 'content' | 'settings'
      > & {
        readonly isPublished: boolean;
      })
    | null
  > {
    const [row] = await this.#engine.query(
      `SELECT f.id, f.public_identifier, f.organization_id, fd.domain, coalesce(s.content, d.content),
         s.id IS NOT NULL AND f.trashed_at IS NULL, f.settings FROM weft.flows f
       JOIN weft.documents d ON d.flow_id = f.id LEFT JOIN weft.snapshots s ON s.id = f.published_snapshot_id
       LEFT JOIN weft.flow_domains fd ON fd.flow_id = f.id AND fd.verified_at IS NOT NULL
       WHERE f.id = $1`,
      [flowId],
    );
    if (row === undefined) return null;
    const [id, publicIdentifier, organizationId, domain, content, isPublished, settings] = row;
    const found = { flowId: id, publicIdentifier, organizationId, domain, content, settings } as Published;
    return { ...found, isPublished: isPublished === true };
  }

  /** The ids of the blocks of all versions that begin with a prefix. */
  async publishedBlocks(flowId: string, prefix: string): Promise<readonly string[]> {
    const rows = await this.#engine.query(
      `SELECT DISTINCT block.id FROM weft.snapshots, jsonb_object_keys(content->'blocks') AS block (id)
       WHERE flow_id = $1 AND starts_with(block.id, $2)`,
      [flowId, prefix],
    );
    return rows.map(([id]) => String(id));
  }

  /** What strangers see under an address; null: nothing is published there, or it is in the trash. */
  published(publicIdentifier: string): Promise<Published | null> {
    return this.#publishing.read(publicIdentifier, () => this.#published(publicIdentifier));
  }

  async #published(publicIdentifier: string): Promise<Published | null> {
    const known = this.#remembered.get(publicIdentifier);
    const [row] = await this.#engine.query(
      `SELECT f.id, f.public_identifier, u."email", s.id, CASE WHEN s.id = $2 THEN NULL ELSE s.content END, f.settings,
         d.submissions, f.organization_id, f.owner_user_id, d.password_hash, d.custom_ending, fd.domain, c.service,
         c.site_key, c.secret_id, o.name, (SELECT jsonb_build_object('type', t.type, 'config', t.config)
           FROM weft.flow_integrations i JOIN weft.services t ON t.id = i.service_id
           WHERE i.flow_id = f.id AND i.enabled AND t.type = ANY ($3) ORDER BY i.created_at LIMIT 1)
       FROM weft.flows f
       JOIN weft.documents d ON d.flow_id = f.id
       JOIN weft.snapshots s ON s.id = f.published_snapshot_id
       JOIN weft.organizations o ON o.id = f.organization_id
       LEFT JOIN weft.auth_user u ON u."id" = f.owner_user_id
       LEFT JOIN weft.form_captchas c ON c.flow_id = f.id
       LEFT JOIN weft.flow_domains fd ON fd.flow_id = f.id AND fd.verified_at IS NOT NULL
       WHERE f.id IN (SELECT id FROM weft.flows WHERE public_identifier = $1
           UNION ALL SELECT flow_id FROM weft.documents WHERE custom_ending = $1)
         AND f.trashed_at IS NULL`,
      [publicIdentifier, known?.snapshotId ?? null, pageTagTypes],
    );
    this.#remembered.delete(publicIdentifier);
    if (row === undefined) return null;
    const [flowId, publicId, ownerEmail, snapshotId, read, settings, submissions, ...others] = row;
    const content = (read ?? known?.content) as Content;
    this.#remembered.set(publicIdentifier, { snapshotId: String(snapshotId), content });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > maxRemembered && oldest !== undefined) this.#remembered.delete(oldest);
    const [organizationId, ownerUserId, passwordHash, customEnding, domain, ...rest] = others;
    const [service, siteKey, secretId, organizationName, pageTag] = rest;
    const published = { flowId, publicIdentifier: publicId, ownerEmail, snapshotId, content, settings };
    const owner = { organizationId, organizationName, ownerUserId };
    return {
      ...published,
      ...owner,
      passwordHash,
      customEnding,
      domain,
      submissions: Number(submissions),
      captcha: presentCaptcha([service, siteKey, secretId]),
      pageTag: pageTag ?? null,
    } as Published;
  }
}
