import { type FlowRole, type FlowStanding, isBuilt } from '@weft/core';
import type { Flow } from '@weft/db';
import type { Content } from '@weft/documents';
import { eventOf } from '@weft/forms';
import type { HttpAnswer } from '@weft/protocol';

type PresentedFlow = HttpAnswer<'PUT /admin/flows/rename/:flowId'>['flow'];

/** Why the caller sees what is somebody else's and no workspace shows them. */
function seenAs(standing: FlowStanding) {
  const { organizationRole, isOwner, inWorkspace, workspaceLevel, memberLevel, isHost } = standing;
  if (isOwner || (inWorkspace && workspaceLevel !== null)) return null;
  if (memberLevel !== null || isHost) return 'collaborator';
  return organizationRole === 'admin' ? 'admin' : null;
}

/** What a list shows of a flow that is booked. */
function presentEvent({ event: found }: Flow): PresentedFlow['scheduling'] {
  const event = found && eventOf({ props: found.props as Content['props'] });
  if (!found || !event) return null;
  const { host } = found;
  const { eventType, durations, maxSeats, hosts } = event;
  const [firstName = '', ...others] = host?.name.split(' ') ?? [];
  return {
    ...{ eventType, maxSeats, durationMins: durations[0] ?? 30, userId: host?.userId ?? null },
    firstName: host && firstName,
    lastName: host && others.join(' '),
    profilePictureUrl: host?.picture ?? null,
    roundRobinUserIds: eventType === 'round_robin' ? hosts.map(({ userId }) => userId) : [],
    hasCalendar: host?.hasCalendar ?? false,
  };
}

/** A flow as the home page receives it (specification 3, section 3). */
export const presentFlow = (flow: Flow, role: FlowRole, standing: FlowStanding): PresentedFlow => ({
  id: flow.id,
  publicIdentifier: flow.publicIdentifier,
  name: flow.name,
  type: flow.type,
  parentFlowPublicIdentifier: flow.parentFlowPublicIdentifier,
  screenshotUrl: isBuilt(flow.type) ? `/v1/flows/${flow.id}/preview.svg` : null,
  publishedSnapshotId: flow.publishedSnapshotId,
  cloneableTemplateId: flow.cloneableTemplateId,
  workspaceId: flow.workspaceId,
  ownerUserId: flow.ownerUserId,
  owner: { firstName: flow.ownerName.split(' ')[0] ?? flow.ownerName, name: flow.ownerName },
  createdAt: flow.createdAt,
  updatedAt: flow.updatedAt,
  lastOpenedAt: flow.lastOpenedAt,
  trashedAt: flow.trashedAt,
  starred: flow.starred,
  internalNote: flow.internalNote,
  submissions: flow.submissions,
  unreadCount: flow.unreadCount,
  sharedWith: {
    count: flow.sharedWith.count,
    people: flow.sharedWith.people.map(({ userId, name, picture }) => ({ userId, name, picture })),
  },
  scheduling: presentEvent(flow),
  settings: {
    disabledForm: flow.settings.disabledForm ?? false,
    maxSubmissions: flow.settings.maxSubmissions ?? null,
    expirationDate: flow.settings.expirationDate ?? null,
    openDate: flow.settings.openDate ?? null,
  },
  locked: flow.locked,
  accessLevel: role === 'read' ? 'read' : 'write',
  role,
  seenAs: seenAs(standing),
});
