import { mayEditBase } from '@weft/core';
import { Banner, Button, toast } from '@weft/ui';
import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../../api.ts';
import { errorText } from '../../../error-text.ts';
import { trashedText } from '../../../session/save-text.ts';
import type { BaseSession, BaseState } from './base-session.ts';

/** The base is in the trash: readable, but read-only until it is restored. */
export function TrashedBanner({
  session: { client },
  state: { save, role, safe },
}: {
  readonly session: BaseSession;
  readonly state: BaseState;
}) {
  const [busy, setBusy] = useState(false);
  const trashed = save.kind === 'trashed';
  useEffect(() => {
    if (!trashed) return;
    // Somebody else may restore it.
    const look = () =>
      void (document.visibilityState === 'visible' && client.refresh().catch(() => undefined));
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
    };
  }, [trashed, client]);
  if (!trashed) return null;
  const restore = async () => {
    setBusy(true);
    try {
      await api.trashFlows([client.basePublicId], 'restore');
      await client.refresh();
    } catch (error) {
      toast(errorText(error), { tone: 'error' });
    }
    setBusy(false);
  };
  return (
    <Banner
      tone="warning"
      icon={Trash2}
      className="rounded-none border-x-0"
      action={
        mayEditBase(role) && (
          <Button size="sm" loading={busy} onClick={() => void restore()}>
            {busy ? 'Restoring' : 'Restore'}
          </Button>
        )
      }
    >
      {trashedText({ waiting: save.waiting, safe })}
    </Banner>
  );
}
