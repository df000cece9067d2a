import type { View } from '@weft/core';
import { NameDialog } from '../../../shell/NameDialog.tsx';

export interface ViewNameDialogProps {
  readonly view: View;
  readonly views: readonly View[];
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

/** Why a view cannot have this name; null when it can. */
function nameFault(name: string, { id }: View, views: readonly View[]): string | null {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'View name is required';
  const taken = views.some((other) => other.id !== id && other.name.trim().toLowerCase() === wanted);
  return taken ? 'A view with this name already exists' : null;
}

export function ViewNameDialog({ view, views, onClose, onName }: ViewNameDialogProps) {
  return (
    <NameDialog
      title="Rename view"
      label="View name"
      confirm="Rename"
      initial={view.name}
      faultOf={(name) => nameFault(name, view, views)}
      onClose={onClose}
      onName={onName}
    />
  );
}
