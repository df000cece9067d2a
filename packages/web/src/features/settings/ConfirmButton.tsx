import { Button, ConfirmDialog, type IconType } from '@weft/ui';
import { type ReactNode, useState } from 'react';
import { useSubmission } from '../../shell/use-submission.ts';

export interface ConfirmButtonProps {
  readonly icon?: IconType;
  readonly className?: string;
  /** 'Revoke'. */
  readonly label: string;
  /** Where more than one button is called so: of what, read aloud. */
  readonly of?: string;
  /** 'Revoke Nightly export?' */
  readonly title: string;
  /** A verb that finishes the title's sentence: 'Revoke token'. */
  readonly confirm: string;
  /** Stands on the button while a server is asked: 'Revoking'. */
  readonly confirming: string;
  /** One sentence: what will happen. */
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button that asks once before what cannot be undone, and says in a toast why it was refused. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, of, title, confirm, confirming, children, onConfirm, ...look } = props;
  const [asking, setAsking] = useState(false);
  const { busy, submit } = useSubmission({ toasts: true });
  const go = () =>
    submit(async () => {
      await onConfirm();
      setAsking(false);
    });
  return (
    <>
      <Button
        {...look}
        aria-label={of === undefined ? undefined : `${label} ${of}`}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={title}
        confirmLabel={busy ? confirming : confirm}
        danger
        loading={busy}
        onConfirm={() => void go()}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
