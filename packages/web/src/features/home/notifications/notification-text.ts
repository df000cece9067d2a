import { flowType } from '@weft/core';
import type { HttpAnswer } from '@weft/protocol';
import { paths } from '../../../paths.ts';
import { failureText } from '../flow-jobs/flow-job-text.ts';

export type Notification = HttpAnswer<'GET /v1/notifications'>['notifications'][number];

/** Each kind in one sentence, and the page it leads to. */
const kinds: {
  readonly [K in Notification['about']['kind']]: (
    about: Extract<Notification['about'], { readonly kind: K }>,
    who: string,
  ) => { readonly text: string; readonly to: string };
} = {
  flow: ({ type, publicIdentifier, name, accessLevel }, who) => ({
    text: `${who} shared the ${flowType(type).noun} ${name} with you. You can ${accessLevel === 'read' ? 'view' : 'edit'} it.`,
    to: paths.flow({ type, publicIdentifier }),
  }),
  workspace: ({ slug, name, accessLevel }, who) => ({
    text: `${who} let you into the workspace ${name}. You can ${accessLevel === 'read' ? 'view' : 'edit'} what lies in it.`,
    to: paths.workspace(slug),
  }),
  invitation: ({ code, name }, who) => ({
    text: `${who} invited you to ${name}.`,
    to: `/invite/${encodeURIComponent(code)}`,
  }),
  job: ({ label, fault }) => ({
    text: `A job failed: ${label}. ${fault}`,
    to: paths.settings('jobs'),
  }),
  'flow-job': ({ work, name, fault }) => ({ text: failureText({ kind: work, name, fault }), to: paths.home }),
};

/** What a notification says, and where it leads. */
export function notificationText({ about, actorName }: Pick<Notification, 'about' | 'actorName'>): {
  readonly text: string;
  readonly to: string;
} {
  const say = kinds[about.kind] as (
    about: Notification['about'],
    who: string,
  ) => { readonly text: string; readonly to: string };
  return say(about, actorName ?? 'Somebody');
}
