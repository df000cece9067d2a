import type { View } from '@weft/core';
import { Button, Dialog, FormField, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';

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
  const [name, setName] = useState(view.name);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fault = nameFault(name, view, views);
  const submit = () => {
    setTried(true);
    if (fault === null) onName(name.trim());
    else input.current?.focus();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Rename view"
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" onClick={submit}>
            Rename
          </Button>
        </>
      }
    >
      <FormField label="View name" error={tried || name !== view.name ? fault : null}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            value={name}
            maxLength={255}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // The focus goes back to the button that opened this, which must not take the key as its own.
              event.preventDefault();
              submit();
            }}
          />
        )}
      </FormField>
    </Dialog>
  );
}
