import type { FormSettings } from '@weft/forms';
import { rpc } from '../../rpc.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import type { FormSession } from './form-session.ts';

/** Sets something that acts at once; what is refused stands beside it. */
export function useSetting(session: FormSession) {
  const { busy, error, submit } = useSubmission();
  const set = (settings: Partial<FormSettings>) =>
    submit(async () =>
      session.answered(await rpc.call('forms.updateSettings', { flowId: session.flowId, settings })),
    );
  return { busy, error, set };
}
