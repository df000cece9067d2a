import { maxOptions } from '@weft/core';
import { ListDialog } from './ListDialog.tsx';

export interface BulkAddDialogProps {
  /** Options there are already. */
  readonly present: number;
  /** What stands there to begin with: a paste of many lines. */
  readonly initialText: string;
  readonly onAdd: (labels: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Many options of a select field at once. */
export function BulkAddDialog({ present, ...rest }: BulkAddDialogProps) {
  return (
    <ListDialog
      {...rest}
      title="Bulk add options"
      label="Options"
      hint="One option per line, or separated by commas."
      faultOf={(labels) =>
        present + labels.length > maxOptions ? `Number of options cannot exceed ${maxOptions}` : null
      }
    />
  );
}
