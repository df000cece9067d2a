import { queryOptions } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { rpc } from '../../../rpc.ts';

/** What a form is connected to, and what became of its writes. */
export type Integrations = CallOutput<'forms.integrations'>;

export const integrationsQuery = (flowId: string) =>
  queryOptions({
    queryKey: ['form-integrations', flowId],
    queryFn: () => rpc.call('forms.integrations', { flowId }),
  });
