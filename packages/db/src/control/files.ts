import { must } from '@weft/std';
import type { Engine, Row, Sql } from '../engine/engine.ts';

export type FilePurpose =
  | 'upload'
  | 'report'
  | 'attachment'
  | 'picture'
  | 'organization'
  | 'answer'
  | 'export';

export interface StoredFile {
  readonly id: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly purpose: FilePurpose;
  /** The flow it belongs to; null where it belongs to a person or an organization. */
  readonly flowId: string | null;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** By its content. */
  readonly mimeType: string;
  /** SHA-256 in hexadecimal; null where it was not taken. */
  readonly hash: string | null;
  /** Fetched by the server from an address. */
  readonly downloaded: boolean;
  /** Null: none are made of it. */
  readonly thumbnails: 'waiting' | 'made' | 'failed' | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** A file on its way to the store. */
export interface NewFile extends Pick<StoredFile, 'id' | 'organizationId' | 'userId' | 'purpose' | 'name'> {
  readonly flowId?: string;
  readonly downloaded?: boolean;
}

/** What a file that has come whole was found to be. */
export interface FileFacts extends Pick<StoredFile, 'size' | 'mimeType' | 'hash'> {
  /** Thumbnails are made of it. */
  readonly thumbnails: boolean;
}

interface Used {
  readonly bytes: number;
  readonly files: number;
}

/** What is kept or on its way besides a file. */
export interface FileUse {
  readonly organization: Used;
  /** In all organizations together. */
  readonly person: Used;
  /** Sent to the form that the file is for, and not yet part of an answer. */
  readonly unclaimed: Used;
  /** Bytes that others on their way may still come to. */
  readonly pending: number;
}

/** The number of the lock that claims wait for. */
const claimLock = 7_431_502;

const columns = `f.id, f.organization_id, f.user_id, f.purpose, f.flow_id, f.name, f.size, f.mime_type, f.hash,
  f.downloaded, f.thumbnails, f.created_at`;

function present([id, organizationId, userId, purpose, flowId, name, size, ...rest]: Row): StoredFile {
  const [mimeType, hash, downloaded, thumbnails, createdAt] = rest;
  const file = { id, organizationId, userId, purpose, flowId, name, size, mimeType, hash, downloaded };
  return { ...file, thumbnails, createdAt } as StoredFile;
}

const ids = (rows: readonly Row[]): readonly string[] => rows.map(([id]) => String(id));

const usedBy = (whose: 'organization_id' | 'user_id', param: '$2' | '$3') =>
  `coalesce(sum(size) FILTER (WHERE ${whose} = ${param}), 0)::bigint, count(*) FILTER (WHERE ${whose} = ${param})`;

/** In the transaction that makes a flow, after it: copies of another's files are its own, and what their originals are. */
export async function giveCopies(
  tx: Pick<Sql, 'query'>,
  copyOf: ReadonlyMap<string, string>,
  flowId: string,
  days: number,
): Promise<void> {
  await tx.query(
    `UPDATE weft.files c SET flow_id = $3, pending = false, size = o.size, mime_type = o.mime_type, hash = o.hash,
       downloaded = o.downloaded, thumbnails = o.thumbnails, kept_until = now() + make_interval(days => $4)
     FROM unnest($1::text[], $2::text[]) AS pair (original, copy) JOIN weft.files o ON o.id = pair.original
     WHERE c.id = pair.copy`,
    [[...copyOf.keys()], [...copyOf.values()], flowId, days],
  );
}

/** In the transaction that makes a flow, after it: files received before it are its own. */
export async function giveToFlow(
  tx: Pick<Sql, 'query'>,
  fileIds: readonly string[],
  flowId: string,
): Promise<void> {
  await tx.query('UPDATE weft.files SET flow_id = $1 WHERE id = ANY ($2)', [flowId, fileIds]);
}

/**
 * In the transaction that keeps an answer: files that were sent to the form for it become attachments of the form, for
 * some days more than cells hold them. Each becomes part of one answer: those that are part of one, or are gone, are left
 * out. Thumbnails are to be made of those of the types `shown`.
 */
export async function claimAnswerFiles(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  fileIds: readonly string[],
  { days, shown }: { readonly days: number; readonly shown: readonly string[] },
): Promise<readonly { readonly id: string; readonly thumbnails: boolean }[]> {
  const rows = await tx.query(
    `UPDATE weft.files SET purpose = 'attachment', kept_until = now() + make_interval(days => $3),
       thumbnails = CASE WHEN mime_type = ANY ($4::text[]) THEN 'waiting' END
     WHERE id = ANY ($2::text[]) AND flow_id = $1 AND purpose = 'answer' AND NOT pending AND kept_until > now()
     RETURNING id, thumbnails IS NOT NULL`,
    [flowId, fileIds, days, shown],
  );
  return rows.map(([id, thumbnails]) => ({ id: String(id), thumbnails: thumbnails === true }));
}

/** In the transaction that gives an answer up before it is a record: its files are as before it was kept, for some days. */
export async function unclaimAnswerFiles(
  tx: Pick<Sql, 'query'>,
  flowId: string,
  fileIds: readonly string[],
  days: number,
): Promise<void> {
  await tx.query(
    `UPDATE weft.files SET purpose = 'answer', kept_until = now() + make_interval(days => $3), thumbnails = NULL
     WHERE id = ANY ($2::text[]) AND flow_id = $1 AND purpose = 'attachment'`,
    [flowId, fileIds, days],
  );
}

/** What the control schema knows of files; the bytes lie elsewhere, under the file's id. */
export class FileRows {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Counts a file on its way with the bytes it may come to, for some minutes; asked again, with more. `admit` throws where
   * there is no room. One claim waits for the other, on however many servers: two never pass into room for one.
   */
  async claim(file: NewFile, bytes: number, minutes: number, admit: (use: FileUse) => void): Promise<void> {
    const { id, organizationId, userId, name, purpose, flowId = null, downloaded = false } = file;
    await this.#engine.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [claimLock]);
      const [row] = await tx.query(
        `WITH others AS (
           SELECT f.organization_id, f.user_id, f.size FROM weft.files f
           WHERE f.id <> $1 AND (f.organization_id = $2 OR f.user_id = $3)
             AND (NOT f.pending OR f.kept_until > now()))
         SELECT ${usedBy('organization_id', '$2')}, ${usedBy('user_id', '$3')},
           (SELECT coalesce(sum(size), 0)::bigint FROM weft.files
            WHERE pending AND kept_until > now() AND id <> $1),
           (SELECT array[coalesce(sum(size), 0)::bigint, count(*)] FROM weft.files
            WHERE flow_id = $4 AND purpose = 'answer' AND kept_until > now() AND id <> $1
              AND created_at > now() - interval '1 day')
         FROM others`,
        [id, organizationId, userId, flowId],
      );
      const [ofOrganization, inOrganization, ofPerson, inPerson, pending, unclaimed] = must(row);
      const [unclaimedBytes, unclaimedFiles] = unclaimed as readonly unknown[];
      admit({
        organization: { bytes: Number(ofOrganization), files: Number(inOrganization) },
        person: { bytes: Number(ofPerson), files: Number(inPerson) },
        unclaimed: { bytes: Number(unclaimedBytes), files: Number(unclaimedFiles) },
        pending: Number(pending),
      });
      await tx.query(
        `INSERT INTO weft.files (id, organization_id, user_id, purpose, flow_id, downloaded, name, size, mime_type,
                                 pending, kept_until)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'text/csv', true, now() + make_interval(mins => $9))
         ON CONFLICT (id) DO UPDATE SET size = EXCLUDED.size, kept_until = EXCLUDED.kept_until`,
        [id, organizationId, userId, purpose, flowId, downloaded, name, bytes, minutes],
      );
    });
  }

  /** The file is whole: from now on it can be read, for some days. False: its time to come was over. */
  async keep(tx: Pick<Sql, 'query'>, id: string, facts: FileFacts, days: number): Promise<boolean> {
    const { size, mimeType, hash, thumbnails } = facts;
    const kept = await tx.query(
      `UPDATE weft.files SET pending = false, size = $2, mime_type = $3, hash = $4, thumbnails = $5,
         kept_until = now() + make_interval(days => $6) WHERE id = $1 RETURNING id`,
      [id, size, mimeType, hash, thumbnails ? 'waiting' : null, days],
    );
    return kept.length > 0;
  }

  /** The file is given up: nothing counts for it any more. */
  async release(id: string): Promise<void> {
    await this.#engine.query('DELETE FROM weft.files WHERE id = $1', [id]);
  }

  /**
   * Forgets the files whose time is over; the ids. Each is given to one caller only, on however many servers. An import
   * that runs keeps its file, and one that was interrupted for as many days. Attachments of a flow go when it was looked
   * whether anything holds them: see `takeUnreferenced`.
   */
  async takeExpired(daysResumable: number): Promise<readonly string[]> {
    return ids(
      await this.#engine.query(
        `DELETE FROM weft.files f
         WHERE f.kept_until < now() AND (f.purpose <> 'attachment' OR f.pending OR f.flow_id IS NULL) AND NOT EXISTS (
           SELECT FROM weft.imports i WHERE i.file_id = f.id AND (i.state = 'running'
             OR i.state = 'interrupted' AND i.updated_at > now() - make_interval(days => $1)))
         RETURNING f.id`,
        [daysResumable],
      ),
    );
  }

  /** The flows that attachments belong to. */
  async flowsWithAttachments(): Promise<readonly string[]> {
    return ids(
      await this.#engine.query(
        `SELECT DISTINCT flow_id FROM weft.files WHERE purpose = 'attachment' AND flow_id IS NOT NULL`,
      ),
    );
  }

  /** Keeps the attachments of a flow that its cells hold for some days more, and forgets those whose time is over; their ids. */
  async takeUnreferenced(flowId: string, held: readonly string[], days: number): Promise<readonly string[]> {
    await this.#engine.query(
      `UPDATE weft.files SET kept_until = now() + make_interval(days => $3)
       WHERE flow_id = $1 AND purpose = 'attachment' AND id = ANY ($2::text[])`,
      [flowId, held, days],
    );
    return ids(
      await this.#engine.query(
        `DELETE FROM weft.files
         WHERE flow_id = $1 AND purpose = 'attachment' AND kept_until < now() AND id <> ALL ($2::text[])
         RETURNING id`,
        [flowId, held],
      ),
    );
  }

  /** Those of the ids that no file has. */
  async unknown(named: readonly string[]): Promise<readonly string[]> {
    return ids(
      await this.#engine.query(
        `SELECT id FROM unnest($1::text[]) AS named(id)
         WHERE NOT EXISTS (SELECT FROM weft.files f WHERE f.id = named.id)`,
        [named],
      ),
    );
  }

  /** Null also while it is on its way. */
  async get(id: string): Promise<StoredFile | null> {
    const [row] = await this.#engine.query(
      `SELECT ${columns} FROM weft.files f WHERE f.id = $1 AND NOT f.pending`,
      [id],
    );
    return row === undefined ? null : present(row);
  }

  /** Those of the ids that are attachments of the flow. */
  async attachmentsOf(flowId: string, named: readonly string[]): Promise<readonly StoredFile[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.files f
       WHERE f.id = ANY ($2::text[]) AND f.flow_id = $1 AND f.purpose = 'attachment' AND NOT f.pending`,
      [flowId, named],
    );
    return rows.map(present);
  }

  /** Those of the ids that strangers sent to the form, part of an answer or not yet. */
  async sentToForm(flowId: string, named: readonly string[]): Promise<readonly StoredFile[]> {
    const rows = await this.#engine.query(
      `SELECT ${columns} FROM weft.files f
       WHERE f.id = ANY ($2::text[]) AND f.flow_id = $1 AND f.purpose IN ('answer', 'attachment') AND NOT f.pending
         AND f.kept_until > now()`,
      [flowId, named],
    );
    return rows.map(present);
  }

  /**
   * Keeps files that an answer in progress names as long as that, unless those of the form that are kept so have more
   * bytes or are more: they stay for as long as they came for then.
   */
  async keepBegun(
    flowId: string,
    named: readonly string[],
    days: number,
    most: { readonly bytes: number; readonly files: number },
  ): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.files SET kept_until = now() + make_interval(days => $3)
       WHERE id = ANY ($2::text[]) AND flow_id = $1 AND purpose = 'answer' AND NOT pending AND kept_until > now()
         AND (SELECT coalesce(sum(size), 0) < $4 AND count(*) < $5 FROM weft.files
           WHERE flow_id = $1 AND purpose = 'answer' AND created_at < kept_until - interval '2 days'
             AND id <> ALL ($2::text[]))`,
      [flowId, named, days, most.bytes, most.files],
    );
  }

  /** Bytes of all files of a flow. */
  async sizeOfFlow(flowId: string): Promise<number> {
    const [row] = await this.#engine.query(
      "SELECT coalesce(sum(size), 0)::bigint FROM weft.files WHERE flow_id = $1 AND purpose = 'attachment' AND NOT pending",
      [flowId],
    );
    return Number(row?.[0]);
  }

  /** What an organization keeps besides the files of a flow, and how many files the flow has. */
  async useBesides(
    flowId: string,
    organizationId: string,
  ): Promise<{ readonly besides: Used; readonly ofFlow: Used }> {
    const [row] = await this.#engine.query(
      `SELECT coalesce(sum(size) FILTER (WHERE flow_id IS DISTINCT FROM $1), 0)::bigint,
         count(*) FILTER (WHERE flow_id IS DISTINCT FROM $1),
         coalesce(sum(size) FILTER (WHERE flow_id = $1), 0)::bigint, count(*) FILTER (WHERE flow_id = $1)
       FROM weft.files WHERE (organization_id = $2 OR flow_id = $1) AND (NOT pending OR kept_until > now())`,
      [flowId, organizationId],
    );
    const [bytes, files, flowBytes, flowFiles] = must(row);
    return {
      besides: { bytes: Number(bytes), files: Number(files) },
      ofFlow: { bytes: Number(flowBytes), files: Number(flowFiles) },
    };
  }

  async noteThumbnails(id: string, state: 'made' | 'failed'): Promise<void> {
    await this.#engine.query('UPDATE weft.files SET thumbnails = $2 WHERE id = $1', [id, state]);
  }

  /** An upload or report of an organization the person is in, or of this one alone; null where there is none. */
  async findOfMember(id: string, userId: string, organizationId: string | null): Promise<StoredFile | null> {
    const [row] = await this.#engine.query(
      `SELECT ${columns} FROM weft.files f
       JOIN weft.members m ON m.organization_id = f.organization_id AND m.user_id = $2
       WHERE f.id = $1 AND NOT f.pending AND f.purpose IN ('upload', 'report')
         AND ($3::text IS NULL OR f.organization_id = $3)`,
      [id, userId, organizationId],
    );
    return row === undefined ? null : present(row);
  }
}
