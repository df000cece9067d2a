import type { AccessLevel, FlowTypeName } from '@weft/core';
import type { Engine, Row, Sql } from '../engine/engine.ts';
import { firstPerson } from './signed-in.ts';

type NotificationKind = 'flow' | 'workspace' | 'invitation' | 'job' | 'flow-job';

/** What a notification is about, as it is now. */
type Subject =
  | {
      readonly kind: 'flow';
      readonly type: FlowTypeName;
      readonly publicIdentifier: string;
      readonly name: string;
      readonly accessLevel: AccessLevel;
    }
  | {
      readonly kind: 'workspace';
      readonly slug: string;
      readonly name: string;
      readonly accessLevel: AccessLevel;
    }
  | { readonly kind: 'invitation'; readonly code: string; readonly name: string }
  | { readonly kind: 'job'; readonly queue: string; readonly fault: string }
  /** A duplicate, import or export of one's own that failed. */
  | {
      readonly kind: 'flow-job';
      readonly work: 'duplicate' | 'import' | 'export';
      readonly name: string;
      readonly fault: string;
    };

interface Notification {
  /** The id of what it is about; with the kind it names the notification. */
  readonly subject: string;
  readonly about: Subject;
  /** Null: nobody did it, or they are gone. */
  readonly actorName: string | null;
  readonly createdAt: string;
  readonly read: boolean;
}

interface ListedNotifications {
  readonly notifications: readonly Notification[];
  readonly unread: number;
}

export interface NewNotification {
  readonly userId: string;
  readonly kind: NotificationKind;
  readonly subject: string;
  readonly actorId: string | null;
}

/** Tells a person of something in the transaction that does it; nobody is told of what they did themselves. */
export async function notify(
  tx: Pick<Sql, 'query'>,
  { userId, kind, subject, actorId }: NewNotification,
): Promise<void> {
  if (userId === actorId) return;
  await tx.query(
    `INSERT INTO weft.notifications (user_id, kind, subject, actor_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, kind, subject)
       DO UPDATE SET actor_id = EXCLUDED.actor_id, created_at = now(), read_at = NULL`,
    [userId, kind, subject, actorId],
  );
}

/** Tells whoever runs the server that a job was given up. */
export const notifyOfJob = (tx: Pick<Sql, 'query'>, jobId: string) =>
  tx.query(
    `INSERT INTO weft.notifications (user_id, kind, subject)
     SELECT first, 'job', $1 FROM ${firstPerson} AS found (first) WHERE first IS NOT NULL
     ON CONFLICT (user_id, kind, subject) DO UPDATE SET created_at = now(), read_at = NULL`,
    [jobId],
  );

/** As many as a person is shown, the newest. */
const shown = 50;

/** What still holds for the person, `$1`, in the organization they work in, `$2`; an invitation leads to another. */
const holding = `
  FROM weft.notifications n
  LEFT JOIN weft.auth_user a ON a."id" = n.actor_id
  LEFT JOIN weft.flows f ON n.kind = 'flow' AND f.id = n.subject AND f.organization_id = $2 AND f.trashed_at IS NULL
  LEFT JOIN weft.flow_members fm ON fm.flow_id = f.id AND fm.user_id = n.user_id
  LEFT JOIN weft.workspaces w ON n.kind = 'workspace' AND w.id = n.subject AND w.organization_id = $2
  LEFT JOIN weft.workspace_members wm ON wm.workspace_id = w.id AND wm.user_id = n.user_id
  LEFT JOIN weft.members m ON m.organization_id = $2 AND m.user_id = n.user_id
  LEFT JOIN weft.invitations i ON n.kind = 'invitation' AND i.id = n.subject AND i.expires_at > now() AND i.accepted_at IS NULL
  LEFT JOIN weft.organizations o ON o.id = i.organization_id
  LEFT JOIN weft.flows invited ON invited.id = i.flow_id
  LEFT JOIN weft.jobs j ON n.kind = 'job' AND j.id = n.subject AND j.state = 'failed'
  LEFT JOIN weft.flow_jobs fj ON n.kind = 'flow-job' AND fj.id = n.subject AND fj.organization_id = $2 AND fj.state = 'failed'
  WHERE n.user_id = $1 AND CASE n.kind
    WHEN 'flow' THEN m.role IS NOT NULL AND fm.access_level IS NOT NULL
    WHEN 'workspace' THEN m.role IS NOT NULL AND wm.access_level IS NOT NULL
    WHEN 'invitation' THEN o.id IS NOT NULL
    WHEN 'flow-job' THEN m.role IS NOT NULL AND fj.id IS NOT NULL
    ELSE j.id IS NOT NULL AND n.user_id = ${firstPerson} END`;

function presentSubject([kind, flow, workspace, invitation, job, flowJob]: Row): Subject {
  const parts = { flow, workspace, invitation, job, 'flow-job': flowJob } as {
    readonly [K in NotificationKind]: readonly string[];
  };
  const of = parts[kind as NotificationKind];
  const about = {
    flow: ([type, publicIdentifier, name, accessLevel]: readonly string[]) => ({
      ...{ kind, type, publicIdentifier, name, accessLevel },
    }),
    workspace: ([slug, name, accessLevel]: readonly string[]) => ({ kind, slug, name, accessLevel }),
    invitation: ([code, name]: readonly string[]) => ({ kind, code, name }),
    job: ([queue, fault]: readonly string[]) => ({ kind, queue, fault: fault ?? '' }),
    'flow-job': ([work, name, fault]: readonly string[]) => ({ kind, work, name, fault: fault ?? '' }),
  }[kind as NotificationKind](of);
  return about as Subject;
}

/** What people are told of, and whether they have read it. */
export class Notifications {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The newest, and how many of all are unread. */
  async list(userId: string, organizationId: string): Promise<ListedNotifications> {
    const rows = await this.#engine.query(
      `SELECT n.kind, to_jsonb(ARRAY[f.type, f.public_identifier, f.name, fm.access_level]),
         to_jsonb(ARRAY[w.slug, w.name, wm.access_level]), to_jsonb(ARRAY[i.code, coalesce(invited.name, o.name)]),
         to_jsonb(ARRAY[j.queue, j.fault]), to_jsonb(ARRAY[fj.kind, fj.name, fj.fault]), n.subject, a."name", n.created_at, n.read_at IS NOT NULL,
         count(*) FILTER (WHERE n.read_at IS NULL) OVER ()${holding}
       ORDER BY n.created_at DESC, n.subject LIMIT ${shown}`,
      [userId, organizationId],
    );
    const notifications = rows.map((row) => {
      const [subject, actorName, createdAt, read] = row.slice(6);
      return { about: presentSubject(row), ...{ subject, actorName, createdAt, read } } as Notification;
    });
    return { notifications, unread: Number(rows[0]?.[10] ?? 0) };
  }

  /** Marks one as read or not; null: all of them. */
  async setRead(
    userId: string,
    one: { readonly kind: NotificationKind; readonly subject: string } | null,
    read: boolean,
  ): Promise<void> {
    await this.#engine.query(
      `UPDATE weft.notifications SET read_at = CASE WHEN $2 THEN now() END
       WHERE user_id = $1 AND (read_at IS NULL) = $2 AND ($3::text IS NULL OR (kind = $3 AND subject = $4))`,
      [userId, read, one?.kind ?? null, one?.subject ?? null],
    );
  }
}
