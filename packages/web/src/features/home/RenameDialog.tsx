import { Button, Dialog, FormField, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';
import type { Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { renameFlow } from './flow-changes.ts';

/** A new name for a database. */
export function RenameDialog({ flow, onClose }: { readonly flow: Flow; readonly onClose: () => void }) {
  const [name, setName] = useState(flow.name);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const save = async () => {
    const wanted = name.trim();
    if (wanted === '') return setError('A name is required');
    if (wanted === flow.name) return onClose();
    setBusy(true);
    try {
      await renameFlow(flow, wanted);
      onClose();
    } catch (refused) {
      setError(errorText(refused));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rename database"
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" loading={busy} onClick={() => void save()}>
            Rename
          </Button>
        </>
      }
    >
      <FormField label="Name" error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            value={name}
            maxLength={255}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && void save()}
          />
        )}
      </FormField>
    </Dialog>
  );
}
