import type { Flow } from '@weft/db';
import type { FormsContext } from './deps.ts';

type FormAction =
  | 'flow.made'
  | 'flow.published'
  | 'flow.unpublished'
  | 'flow.settingsChanged'
  | 'flow.webhookAdded'
  | 'flow.webhookSwitched'
  | 'flow.webhookRemoved'
  | 'flow.answersErased'
  | 'flow.databaseConnected'
  | 'flow.databaseDisconnected'
  | 'flow.paymentAccountChanged'
  | 'flow.paymentGivenUp'
  | 'flow.paymentRefunded'
  | 'flow.subscriptionCancelled';

/** Adds what somebody did to a form to the audit log. */
export const writeAudit = (
  { deps, caller }: FormsContext,
  { organizationId, id, type, name }: Pick<Flow, 'organizationId' | 'id' | 'type' | 'name'>,
  action: FormAction,
  more: { readonly [name: string]: string } = {},
) =>
  deps.audit.add({
    organizationId,
    userId: caller.userId,
    action,
    details: { flowId: id, type, name, ...more },
    ip: null,
  });
