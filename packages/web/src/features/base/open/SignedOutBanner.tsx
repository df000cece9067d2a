import { mayEditBase } from '@weft/core';
import { Banner, Button } from '@weft/ui';
import { LogIn } from 'lucide-react';
import { useState } from 'react';
import { signedOutText } from '../../../session/save-text.ts';
import type { BaseSession, BaseState } from './base-session.ts';
import { SignInDialog } from './lazy-sign-in-dialog.ts';

/** The session has ended: changes stay pending until the person signs in again. */
export function SignedOutBanner({
  session,
  state,
}: {
  readonly session: BaseSession;
  readonly state: BaseState;
}) {
  const [asked, setAsked] = useState(false);
  const { save, stranger, role, safe } = state;
  if (save.kind !== 'signed-out') return null;
  return (
    <>
      <Banner
        tone="warning"
        icon={LogIn}
        className="rounded-none border-x-0"
        action={
          <Button size="sm" onClick={() => setAsked(true)}>
            Sign in
          </Button>
        }
      >
        {signedOutText({
          person: session.person.name,
          stranger,
          waiting: save.waiting,
          safe,
          edits: mayEditBase(role),
        })}
      </Banner>
      {asked && <SignInDialog session={session} onClose={() => setAsked(false)} />}
    </>
  );
}
