import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../primitives/Button.tsx';
import { FormField } from '../../primitives/FormField.tsx';
import { TextInput } from '../../primitives/TextInput.tsx';
import { toast } from '../../primitives/toast-queue.ts';
import type { CellFiles } from './cell-files.ts';

const hasScheme = /^[a-z][a-z0-9+.-]*:/i;

/** The address of a file for the server to fetch. */
export function LinkTab({ onAdd }: { readonly onAdd: CellFiles['addFromUrl'] }) {
  const [url, setUrl] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const [control] = useState(() => ({ current: new AbortController() }));
  useEffect(() => {
    control.current = new AbortController();
    return () => control.current.abort();
  }, [control]);

  async function add(event: FormEvent) {
    event.preventDefault();
    // The cell's own editor stands around this form in React's tree.
    event.stopPropagation();
    const address = url.trim();
    if (address === '' || busy) return input.current?.focus();
    setBusy(true);
    setFault(null);
    const { signal } = control.current;
    try {
      const { name, wasDownloaded } = await onAdd(
        hasScheme.test(address) ? address : `https://${address}`,
        signal,
      );
      toast(wasDownloaded ? `Downloaded and added ${name}` : `Added ${name}`, {
        duration: wasDownloaded ? 3_000 : 2_000,
      });
      if (signal.aborted) return;
      setUrl('');
      input.current?.focus();
    } catch (error) {
      if (signal.aborted) return;
      setFault(
        error instanceof Error && error.message !== ''
          ? error.message
          : 'Failed to process URL. Please check the URL and try again.',
      );
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  }

  return (
    <form className="min-h-33" noValidate onSubmit={(event) => void add(event)}>
      <FormField label="Address of the file" error={fault} hint="The server fetches it: at most 20 MB.">
        {(props) => (
          <span className="flex gap-2">
            <TextInput
              {...props}
              ref={input}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              placeholder="https://"
              className="min-w-0 flex-1"
              value={url}
              onChange={(event) => {
                setUrl(event.target.value);
                setFault(null);
              }}
            />
            <Button type="submit" loading={busy} disabled={url.trim() === ''}>
              {busy ? 'Adding' : 'Add'}
            </Button>
          </span>
        )}
      </FormField>
    </form>
  );
}
