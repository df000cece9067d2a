import { longestLabel } from '@weft/forms';
import { ListDialog } from '@weft/ui';

export interface PasteListDialogProps {
  readonly heading: string;
  /** How many more there may be. */
  readonly room: number;
  readonly onAdd: (labels: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Many choices or rows of a question at once. */
export function PasteListDialog({ heading, room, onAdd, onClose }: PasteListDialogProps) {
  const faultOf = (labels: readonly string[]): string | null => {
    if (labels.length > room) return `There is room for ${room} more`;
    const long = labels.find((label) => label.length > longestLabel);
    return long === undefined ? null : `“${long.slice(0, 40)}…” has more than ${longestLabel} characters`;
  };
  return (
    <ListDialog
      title="Paste a list"
      label={heading}
      hint="One per line, or separated by commas."
      countsLabels
      faultOf={faultOf}
      onAdd={onAdd}
      onClose={onClose}
    />
  );
}
