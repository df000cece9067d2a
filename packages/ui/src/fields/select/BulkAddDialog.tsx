import { maxOptions, splitOptionLabels } from '@weft/core';
import { useRef, useState } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { Dialog } from '../../primitives/Dialog.tsx';
import { FormField } from '../../primitives/FormField.tsx';
import { Textarea } from '../../primitives/Textarea.tsx';

export interface BulkAddDialogProps {
  /** Options there are already. */
  readonly present: number;
  /** What stands there to begin with: a paste of many lines. */
  readonly initialText: string;
  readonly onAdd: (labels: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Many options at once: one on each line, or with commas between. */
export function BulkAddDialog({ present, initialText, onAdd, onClose }: BulkAddDialogProps) {
  const [text, setText] = useState(initialText);
  const input = useRef<HTMLTextAreaElement>(null);
  const labels = splitOptionLabels(text);
  const tooMany = present + labels.length > maxOptions;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Bulk add options"
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            disabled={labels.length === 0 || tooMany}
            onClick={() => onAdd(labels)}
          >
            Add
          </Button>
        </>
      }
    >
      <FormField
        label="Options"
        hint="One option per line, or separated by commas."
        error={tooMany ? `Number of options cannot exceed ${maxOptions}` : null}
      >
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
