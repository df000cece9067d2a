import type { Flow } from '@weft/db';
import type { AppsContext } from './deps.ts';

type AppAction =
  | 'flow.made'
  | 'flow.exported'
  | 'flow.published'
  | 'flow.unpublished'
  | 'flow.settingsChanged';

/** Adds what somebody did to an app to the audit log. */
export const writeAudit = (
  { deps, caller }: Pick<AppsContext, 'deps' | 'caller'>,
  { organizationId, id, name }: Pick<Flow, 'organizationId' | 'id' | 'name'>,
  action: AppAction,
  more: { readonly [name: string]: string } = {},
) =>
  deps.audit.add({
    organizationId,
    userId: caller.userId,
    action,
    details: { flowId: id, type: 'zite', name, ...more },
    ip: null,
  });
