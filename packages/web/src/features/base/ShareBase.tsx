import { useQuery } from '@tanstack/react-query';
import { toast } from '@weft/ui';
import { useEffect } from 'react';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { ShareDialog } from '../home/ShareDialog.tsx';

/** Whom the open database is shared with. */
export function ShareBase({ baseId, onClose }: { readonly baseId: string; readonly onClose: () => void }) {
  const { data: flow, error } = useQuery({
    queryKey: ['flows', 'shared-from', baseId],
    queryFn: async () => {
      // What is open was opened last.
      const { flows } = await api.flows({ list: { order: 'opened' } });
      return flows.find(({ id }) => id === baseId) ?? null;
    },
  });
  const wrong = error ?? (flow === null ? new Error('This database cannot be shared now. Try again.') : null);
  useEffect(() => {
    if (wrong === null) return;
    toast(errorText(wrong), { tone: 'error' });
    onClose();
  }, [wrong, onClose]);
  return flow == null ? null : <ShareDialog flow={flow} onClose={onClose} />;
}
