import { ListDialog } from '@weft/ui';
import { listFault, newLabels } from './pasted-lines.ts';

export interface PasteListDialogProps {
  readonly heading: string;
  /** How many more there may be. */
  readonly room: number;
  /** Those that stay. */
  readonly items: readonly { readonly label: string }[];
  /** What stands there to begin with: a paste that cannot be taken as it is. */
  readonly initialText?: string | undefined;
  readonly onAdd: (labels: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Many choices or rows of a question at once. */
export function PasteListDialog({ heading, room, items, initialText, onAdd, onClose }: PasteListDialogProps) {
  return (
    <ListDialog
      title="Paste a list"
      label={heading}
      hint="One per line, or separated by commas."
      initialText={initialText}
      countsLabels
      keep={(labels) => newLabels(labels, items)}
      faultOf={(labels) => listFault(labels, room)}
      onAdd={onAdd}
      onClose={onClose}
    />
  );
}
