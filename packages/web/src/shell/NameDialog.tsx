import { FormField, TextInput } from '@weft/ui';
import { useRef, useState } from 'react';
import { errorText } from '../error-text.ts';
import { FormDialog } from './FormDialog.tsx';

export interface NameDialogProps {
  readonly title: string;
  /** What the name is of: 'Table name'. */
  readonly label: string;
  readonly confirm: string;
  /** Stands on the button while a server is asked: 'Renaming'. */
  readonly confirming?: string;
  readonly initial: string;
  /** Why this cannot be the name; null when it can. */
  readonly faultOf: (name: string) => string | null;
  readonly onClose: () => void;
  /** Where it has to be asked for, the dialog waits, and a refusal stands beside the name. */
  readonly onName: (name: string) => void | Promise<void>;
}

/** Asks for one name, and says at once what is wrong with it. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, confirm, confirming = confirm, initial, faultOf, onClose, onName } = props;
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const fault = faultOf(name);
  const submit = async () => {
    if (busy) return;
    setTried(true);
    setRefusal(null);
    if (fault !== null) return;
    try {
      const answer = onName(name.trim());
      if (answer === undefined) return;
      setBusy(true);
      await answer;
    } catch (error) {
      setRefusal(errorText(error, 'An error occurred'));
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      confirming={confirming}
      busy={busy}
      initialFocus={input}
      onConfirm={submit}
      onClose={onClose}
    >
      <FormField label={label} error={tried || name !== initial ? (fault ?? refusal) : null}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            value={name}
            maxLength={255}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setName(event.target.value);
              setRefusal(null);
            }}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
