import { Button, FormField, TextInput } from '@weft/ui';
import { type FormEvent, useState } from 'react';
import { focusFirstError } from '../../shell/focus-first-error.ts';
import { useSubmission } from '../../shell/use-submission.ts';

export interface SavedTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly initial: string;
  readonly autoComplete?: string;
  readonly maxLength?: number;
  /** Why this cannot be saved; null when it can. */
  readonly faultOf: (text: string) => string | null;
  /** Takes the text without the white space around it. */
  readonly onSave: (text: string) => Promise<void>;
}

/** One text of the settings: saved when asked, or given back. */
export function SavedText(props: SavedTextProps) {
  const { label, hint, initial, autoComplete = 'off', maxLength, faultOf, onSave } = props;
  const [text, setText] = useState(initial);
  const { busy, error, setError, submit } = useSubmission();
  const dirty = text !== initial;
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    focusFirstError(event.currentTarget);
    if (!dirty) return;
    const fault = faultOf(text);
    if (fault !== null) return setError(fault);
    await submit(async () => {
      await onSave(text.trim());
      setText(text.trim());
    });
  };
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <FormField label={label} hint={hint} error={error}>
        {(control) => (
          <TextInput
            {...control}
            autoComplete={autoComplete}
            maxLength={maxLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      {dirty && (
        <div className="mt-3 flex gap-2">
          <Button type="submit" variant="primary" loading={busy}>
            {busy ? 'Saving' : 'Save'}
          </Button>
          <Button
            onClick={() => {
              setText(initial);
              setError(null);
            }}
          >
            Discard
          </Button>
        </div>
      )}
    </form>
  );
}
