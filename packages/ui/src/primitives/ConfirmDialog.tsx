import { type ReactNode, useRef } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  /** One sentence: what will happen. */
  readonly children: ReactNode;
  /** A verb that finishes the title's sentence. */
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly loading?: boolean | undefined;
  readonly onConfirm: () => void;
}

/** Asks once before what cannot be undone; focus starts on the safe button. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  loading = false,
  onConfirm,
}: ConfirmDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      initialFocus={safe}
      footer={
        <>
          <Button ref={safe} size="lg" onClick={() => onOpenChange(false)}>
            {cancelLabel}
          </Button>
          <Button size="lg" variant={danger ? 'danger' : 'primary'} loading={loading} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-body text-text-muted">{children}</div>
    </Dialog>
  );
}
