import { Button, Dialog, FormField, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';

export interface NameDialogProps {
  readonly title: string;
  /** What the name is of: 'Table name'. */
  readonly label: string;
  readonly confirm: string;
  readonly initial: string;
  /** Why this cannot be the name; null when it can. */
  readonly faultOf: (name: string) => string | null;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

/** Asks for one name, and says at once what is wrong with it. */
export function NameDialog({ title, label, confirm, initial, faultOf, onClose, onName }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const fault = faultOf(name);
  const submit = () => {
    setTried(true);
    if (fault === null) onName(name.trim());
    else input.current?.focus();
  };
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
          <Button size="lg" variant="primary" onClick={submit}>
            {confirm}
          </Button>
        </>
      }
    >
      <FormField label={label} error={tried || name !== initial ? fault : null}>
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
