import { Banner, Button, Dialog, FormField, Textarea } from '@weft/ui';
import { useRef, useState } from 'react';
import type { Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { setNote } from './flow-changes.ts';

/** Characters (specification 3, section 5). */
const maxLength = 165;

/** A note for colleagues beside a flow: saved, or taken away. */
export function NoteDialog({ flow, onClose }: { readonly flow: Flow; readonly onClose: () => void }) {
  const before = flow.internalNote ?? '';
  const [note, setText] = useState(before);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const write = async (text: string) => {
    setBusy(true);
    setError(null);
    try {
      await setNote(flow, text);
      onClose();
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={before === '' ? 'Add internal note' : 'Edit internal note'}
      initialFocus={input}
      footer={
        <>
          {before !== '' && (
            <Button
              size="lg"
              className="me-auto text-danger-text"
              disabled={busy}
              onClick={() => void write('')}
            >
              Delete
            </Button>
          )}
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            loading={busy}
            disabled={note.trim() === before}
            onClick={() => void write(note.trim())}
          >
            Save
          </Button>
        </>
      }
    >
      {error !== null && <Banner tone="danger">{errorText(error)}</Banner>}
      <FormField label="Note" hint={`${note.length} of ${maxLength} characters. Only colleagues see it.`}>
        {(control) => (
          <Textarea
            {...control}
            ref={input}
            value={note}
            maxLength={maxLength}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
    </Dialog>
  );
}
