import { splitOptionLabels } from '@weft/core';
import { longestLabel } from '@weft/forms';
import { Button, Dialog, FormField, Textarea } from '@weft/ui';
import { useRef, useState } from 'react';

export interface PasteListDialogProps {
  readonly heading: string;
  /** How many more there may be. */
  readonly room: number;
  readonly onAdd: (labels: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Many choices or rows at once: one on each line, or with commas between. */
export function PasteListDialog({ heading, room, onAdd, onClose }: PasteListDialogProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const labels = splitOptionLabels(text);
  const long = labels.find((label) => label.length > longestLabel);
  const fault =
    labels.length > room
      ? `There is room for ${room} more`
      : long === undefined
        ? null
        : `“${long.slice(0, 40)}…” has more than ${longestLabel} characters`;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Paste a list"
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
            Add {labels.length > 0 && labels.length}
          </Button>
        </>
      }
    >
      <FormField label={heading} hint="One per line, or separated by commas." error={fault}>
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
