import { type AccessLevel, type FlowStanding, type FlowTypeName, flowType } from '@weft/core';
import type { Row } from '../engine/engine.ts';

/** When a form takes answers (specification 3, section 3). */
interface FlowSettings {
  readonly disabledForm?: boolean;
  readonly maxSubmissions?: number | null;
  readonly expirationDate?: string | null;
  readonly openDate?: string | null;
}

/** A flow as it is kept; moments are ISO 8601 UTC. */
export interface Flow {
  readonly id: string;
  readonly publicIdentifier: string;
  readonly organizationId: string;
  readonly ownerUserId: string;
  readonly ownerName: string;
  readonly workspaceId: string | null;
  readonly parentFlowPublicIdentifier: string | null;
  readonly publishedSnapshotId: string | null;
  /** Its own id where it is a template, which members may clone. */
  readonly cloneableTemplateId: string | null;
  readonly type: FlowTypeName;
  readonly name: string;
  readonly internalNote: string | null;
  readonly settings: FlowSettings;
  readonly locked: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
  /** By whoever asks. */
  readonly starred: boolean;
  readonly lastOpenedAt: string | null;
  /** How many answers it has, those deleted left out; bookings, those cancelled left out, counted up to 10001; null: it takes none. */
  readonly submissions: number | null;
  /** Of these, how many nobody has seen, counted up to 1001; null as above. */
  readonly unreadCount: number | null;
  /** Whom it is shared with one by one. */
  readonly sharedWith: SharedWith;
  /** Of a flow that is booked: what its draft says; null: it is none. */
  readonly event: FlowEvent | null;
}

/** What a list shows of an event. */
interface FlowEvent {
  /** The properties of the draft that tell which event it is. */
  readonly props: { readonly [key: string]: unknown };
  /** The host, or the first of several; null: nobody, or no member of the organization. */
  readonly host: {
    readonly userId: string;
    readonly name: string;
    readonly picture: string | null;
    readonly hasCalendar: boolean;
  } | null;
}

interface SharedWith {
  readonly count: number;
  /** The first by name. */
  readonly people: readonly {
    readonly userId: string;
    readonly name: string;
    readonly picture: string | null;
  }[];
}

/** As many people as a list shows of those a flow is shared with. */
const shownPeople = 4;

export interface FoundFlow {
  readonly flow: Flow;
  /** What whoever asks is to it. */
  readonly standing: FlowStanding;
  /** Where the flow stands in the order that was asked for, for the next page. */
  readonly place: string;
}

/** The joins that tell what a person, `$1`, is to the flow `f`, and what it has counted. */
const joins = `
  FROM weft.flows f
  JOIN weft.auth_user u ON u."id" = f.owner_user_id
  LEFT JOIN weft.members m ON m.organization_id = f.organization_id AND m.user_id = $1
  LEFT JOIN weft.workspace_members wm ON wm.workspace_id = f.workspace_id AND wm.user_id = $1
  LEFT JOIN weft.flow_members fm ON fm.flow_id = f.id AND fm.user_id = $1
  LEFT JOIN weft.flow_people p ON p.flow_id = f.id AND p.user_id = $1
  LEFT JOIN weft.documents d ON d.flow_id = f.id`;

/**
 * Whether the person is booked with the flow: as one of a team, or as the first of its hosts who is a member. It depends
 * on the person alone, so that a list looks it up once.
 */
const isHost = `f.id IN (SELECT h.flow_id FROM weft.flow_hosts h JOIN weft.flows hf ON hf.id = h.flow_id
    WHERE h.user_id = $1 AND NOT EXISTS (
      SELECT 1 FROM weft.flow_hosts e
      JOIN weft.members em ON em.organization_id = hf.organization_id AND em.user_id = e.user_id
      WHERE e.flow_id = h.flow_id AND e.place < h.place))`;

/** Whether the person may see the flow: what `flowRole` of core says, where it does not answer null. */
export const isVisible = `(m.role = 'admin' OR fm.access_level IS NOT NULL OR
  (m.role IS NOT NULL AND (f.owner_user_id = $1 OR wm.access_level IS NOT NULL OR ${isHost})))`;

/** Most unread answers that are counted: badges say '1000+'. */
const mostUnread = 1_001;

/** Answers that nobody has seen; none are looked for where there are none. */
const unread = `CASE WHEN d.submissions > 0 THEN (SELECT count(*) FROM (SELECT 1 FROM weft.form_sessions s
    WHERE s.flow_id = f.id AND s.state = 'finished' AND s.read_at IS NULL AND NOT s.is_deleted LIMIT ${mostUnread}) AS unread)
  ELSE d.submissions END`;

const sharedWith = `(SELECT jsonb_build_object('count', count(*), 'people', coalesce(
    jsonb_agg(jsonb_build_object('userId', id, 'name', name, 'picture', image) ORDER BY place) FILTER (WHERE place <= ${shownPeople}), '[]'::jsonb))
  FROM (SELECT s."id" AS id, s."name" AS name, s."image" AS image,
      row_number() OVER (ORDER BY lower(s."name" COLLATE "und-x-icu"), s."id") AS place
    FROM weft.flow_members sm JOIN weft.auth_user s ON s."id" = sm.user_id WHERE sm.flow_id = f.id) AS shared)`;

/** Most bookings that are counted: as many as keep a flow from moving to another organization. */
const mostBookings = 10_001;

const submissions = `CASE WHEN f.type = 'scheduling' THEN (SELECT count(*) FROM (SELECT 1 FROM weft.bookings b
    WHERE b.flow_id = f.id AND b.state IN ('pending', 'confirmed') LIMIT ${mostBookings}) AS booked)
  ELSE d.submissions - d.deleted_answers END`;

const event = `CASE WHEN f.type = 'scheduling' THEN (SELECT jsonb_build_object('props', jsonb_strip_nulls(jsonb_build_object(
      'eventType', e.props->'eventType', 'durations', e.props->'durations', 'maxSeats', e.props->'maxSeats', 'hosts', e.props->'hosts')),
    'host', (SELECT jsonb_build_object('userId', h."id", 'name', h."name", 'picture', h."image",
        'hasCalendar', EXISTS (SELECT 1 FROM weft.calendar_services c WHERE c.user_id = h."id"))
      FROM weft.members hm JOIN weft.auth_user h ON h."id" = hm.user_id
      WHERE hm.organization_id = f.organization_id AND hm.user_id = e.props->'hosts'->0->>'userId'))
  FROM (SELECT d.content->'props' AS props) AS e WHERE d.content IS NOT NULL) END`;

/** Flows for a person, `$1`; `place` is what they are ordered by. */
export const selectFlows = (place: string): string => `SELECT
    m.role, f.owner_user_id = $1, f.workspace_id IS NOT NULL, wm.access_level, fm.access_level, ${isHost},
    f.id, f.public_identifier, f.organization_id, f.owner_user_id, u."name", f.workspace_id,
    f.parent_flow_public_identifier, f.published_snapshot_id, f.cloneable_template_id, f.type, f.name,
    f.internal_note, f.settings, f.locked, f.created_at, f.updated_at, f.trashed_at,
    coalesce(p.starred, false), p.last_opened_at, ${submissions}, ${unread}, ${sharedWith}, ${event}, (${place})::text${joins}`;

const presentStanding = ([
  organizationRole,
  isOwner,
  inWorkspace,
  workspaceLevel,
  memberLevel,
  isHost,
]: Row) =>
  ({
    organizationRole,
    isOwner,
    inWorkspace,
    workspaceLevel: workspaceLevel as AccessLevel | null,
    memberLevel,
    isHost,
  }) as FlowStanding;

export function presentFlow(row: Row): FoundFlow {
  const [id, publicIdentifier, organizationId, ownerUserId, ownerName, workspaceId, ...rest] = row.slice(6);
  const [parentFlowPublicIdentifier, publishedSnapshotId, cloneableTemplateId, type, name, ...more] = rest;
  const [internalNote, settings, locked, createdAt, updatedAt, trashedAt, ...own] = more;
  const [starred, lastOpenedAt, counted, countedUnread, shared, booked, place] = own;
  // What nobody answers has none, also where it has a document.
  const isAnswered = flowType(type as FlowTypeName).isAnswered;
  const submissions = counted === null || !isAnswered ? null : Number(counted);
  const flow = {
    ...{ id, publicIdentifier, organizationId, ownerUserId, ownerName, workspaceId },
    ...{ parentFlowPublicIdentifier, publishedSnapshotId, cloneableTemplateId, type, name },
    ...{
      internalNote,
      settings,
      locked,
      createdAt,
      updatedAt,
      trashedAt,
      starred,
      lastOpenedAt,
      submissions,
      unreadCount: countedUnread === null || !isAnswered ? null : Number(countedUnread),
      sharedWith: shared,
      event: booked,
    },
  } as Flow;
  return { flow, standing: presentStanding(row), place: String(place) };
}
