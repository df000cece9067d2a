import type { FieldOf } from '@weft/core';
import { useEffect, useRef } from 'react';
import { lazyPart, type PartOnItsWay } from '../../primitives/lazy-part.tsx';
import { toast } from '../../primitives/toast-queue.ts';
import type { CellEditorProps } from '../cell-editor.ts';
import type { AttachmentsDialogProps } from './AttachmentsDialog.tsx';

function Meanwhile({ part, onClose }: AttachmentsDialogProps & { readonly part: PartOnItsWay }) {
  const { error } = part;
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (error === null) return;
    toast('The files couldn’t be shown. Check your connection, then open the cell again.', { tone: 'error' });
    close.current();
  }, [error]);
  return null;
}

const AttachmentsDialog = lazyPart<AttachmentsDialogProps>(
  () => import('./AttachmentsDialog.tsx').then((part) => part.AttachmentsDialog),
  Meanwhile,
);

/** The files of a cell in a dialog. Every change in it is written at once: leaving it writes nothing. */
export function AttachmentsCellEditor({
  field,
  raw,
  files = null,
  onCancel,
}: CellEditorProps<FieldOf<'attachments'>>) {
  return (
    <div className="h-full rounded-[2px] outline-2 outline-focus -outline-offset-2">
      <AttachmentsDialog fieldName={field.name} raw={raw ?? null} files={files} onClose={onCancel} />
    </div>
  );
}
