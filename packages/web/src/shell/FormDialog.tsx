import { Banner, Button, Dialog } from '@weft/ui';
import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { focusFirstError } from './focus-first-error.ts';

export interface FormDialogProps {
  readonly title: string;
  readonly confirm: string;
  /** Stands on the button while a server is asked: 'Renaming'. */
  readonly confirming?: string;
  readonly busy: boolean;
  /** Why it was refused, where that is about no field. */
  readonly error?: string | null;
  readonly initialFocus: RefObject<HTMLElement | null>;
  readonly onConfirm: () => unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Something to fill in: its button and Enter do it, all else leaves it. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    confirm,
    confirming = confirm,
    busy,
    error = null,
    initialFocus,
    onConfirm,
    onClose,
  } = props;
  const form = useId();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstError(event.currentTarget);
    onConfirm();
  };
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
          <Button type="submit" form={form} size="lg" variant="primary" loading={busy}>
            {busy ? confirming : confirm}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        {props.children}
      </form>
    </Dialog>
  );
}
