import { splitOptionLabels } from '@weft/core';
import { useRef, useState } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { Dialog } from '../../primitives/Dialog.tsx';
import { FormField } from '../../primitives/FormField.tsx';
import { Textarea } from '../../primitives/Textarea.tsx';

export interface ListDialogProps {
  readonly title: string;
  /** What is listed: the label of the text. */
  readonly label: string;
  readonly hint: string;
  /** What stands there to begin with: a paste of many lines. */
  readonly initialText?: string | undefined;
  /** The button says how many are added. */
  readonly countsLabels?: boolean | undefined;
  /** The labels without those that are not added; without it all are. */
  readonly keep?: ((labels: readonly string[]) => readonly string[]) | undefined;
  /** Why the labels cannot be added; null: they can. */
  readonly faultOf: (labels: readonly string[]) => string | null;
  readonly onAdd: (labels: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Many labels at once: one on each line, or with commas between. */
export function ListDialog({
  title,
  label,
  hint,
  initialText = '',
  countsLabels = false,
  keep,
  faultOf,
  onAdd,
  onClose,
}: ListDialogProps) {
  const [text, setText] = useState(initialText);
  const input = useRef<HTMLTextAreaElement>(null);
  const all = splitOptionLabels(text);
  const labels = keep?.(all) ?? all;
  const left = all.length - labels.length;
  const leftOut = left === 0 ? '' : ` ${left === 1 ? 'One is' : `${left} are`} there already, and left out.`;
  const fault = faultOf(labels);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            disabled={labels.length === 0 || fault !== null}
            onClick={() => onAdd(labels)}
          >
            {countsLabels && labels.length > 0 ? `Add ${labels.length}` : 'Add'}
          </Button>
        </>
      }
    >
      <FormField label={label} hint={`${hint}${leftOut}`} error={fault}>
        {(control) => (
          <Textarea
            {...control}
            ref={input}
            rows={8}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
    </Dialog>
  );
}
