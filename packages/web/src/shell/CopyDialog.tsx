import { Button, Dialog, FormField, TextInput } from '@weft/ui';
import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { copyText } from './copy-text.ts';

/** How long 'Copied' stands (specification 1, section 9). */
const feedback = 3_000;

export interface CopyDialogProps {
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  /** The text to take along. */
  readonly value: string;
  /** 'Copy link'. */
  readonly copy: string;
  /** Shown this once: neither Escape nor a press outside closes it, only 'Done'. */
  readonly once?: boolean;
  readonly onClose: () => void;
}

/** Hands over a text to be pasted elsewhere. */
export function CopyDialog({ title, label, hint, value, copy, once = false, onClose }: CopyDialogProps) {
  const [copied, setCopied] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    // Where it is not allowed the text stands selected, to be copied by key.
    if (!copyText(value)) return input.current?.select();
    setCopied(true);
    setTimeout(() => setCopied(false), feedback);
  };
  return (
    <Dialog
      open
      dismissible={!once}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      initialFocus={input}
      footer={
        <>
          {once && (
            <Button size="lg" onClick={onClose}>
              Done
            </Button>
          )}
          <Button size="lg" variant="primary" icon={copied ? Check : Copy} onClick={take}>
            <span aria-live="polite">{copied ? 'Copied' : copy}</span>
          </Button>
        </>
      }
    >
      <FormField label={label} hint={hint}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            readOnly
            className="font-mono"
            value={value}
            onFocus={(event) => event.target.select()}
          />
        )}
      </FormField>
    </Dialog>
  );
}
