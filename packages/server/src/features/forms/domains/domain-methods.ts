import { checkClaim, claimDomain } from '../../flows/domains/flow-domain.ts';
import type { FormsHandlers } from '../deps.ts';
import { writeAudit } from '../form-audit.ts';
import { loadForm } from '../load-form.ts';

export type DomainCall = 'forms.setDomain' | 'forms.checkDomain';

export const domainMethods: FormsHandlers<DomainCall> = {
  'forms.setDomain': async (context, { flowId, domain }) => {
    const { flow } = await loadForm(context, flowId, 'edit');
    const shown = await claimDomain(context.deps, flow.id, domain);
    await writeAudit(context, flow, 'flow.settingsChanged', { settings: 'domain' });
    return shown;
  },

  'forms.checkDomain': async (context, { flowId }) => {
    const { flow } = await loadForm(context, flowId, 'edit');
    return checkClaim(context.deps, context.caller, flow.id);
  },
};
