import { Button, Dialog } from '@weft/ui';
import type { ReactNode, RefObject } from 'react';

export interface FormDialogProps {
  readonly title: string;
  readonly confirm: string;
  /** Stands on the button while a server is asked: 'Renaming'. */
  readonly confirming?: string;
  readonly busy: boolean;
  readonly initialFocus: RefObject<HTMLElement | null>;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something to fill in: one button does it, all else leaves it. */
export function FormDialog(props: FormDialogProps) {
  const { title, confirm, confirming = confirm, busy, initialFocus, onConfirm, onClose, children } = props;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      initialFocus={initialFocus}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" loading={busy} onClick={() => void onConfirm()}>
            {busy ? confirming : confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
