import type { Flow } from '../../api.ts';
import { NameDialog } from '../../shell/NameDialog.tsx';
import { renameFlow } from './flow-changes.ts';

/** A new name for a database. */
export function RenameDialog({ flow, onClose }: { readonly flow: Flow; readonly onClose: () => void }) {
  const rename = async (name: string) => {
    if (name !== flow.name) await renameFlow(flow, name);
    onClose();
  };
  return (
    <NameDialog
      title="Rename database"
      label="Name"
      confirm="Rename"
      confirming="Renaming"
      initial={flow.name}
      faultOf={(name) => (name.trim() === '' ? 'A name is required' : null)}
      onClose={onClose}
      onName={rename}
    />
  );
}
