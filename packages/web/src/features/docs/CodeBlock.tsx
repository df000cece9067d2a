import { IconButton } from '@weft/ui';
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../shell/copy-text.ts';

/** A command as it is typed, with a way to take it along. */
export function CodeBlock({ label, code }: { readonly label: string; readonly code: string }) {
  const [copied, setCopied] = useState(false);
  const text = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    if (copyText(code)) return setCopied(true);
    // Where it is not allowed the command stands selected, to be copied by key.
    if (text.current !== null) getSelection()?.selectAllChildren(text.current);
  };
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <figcaption className="flex h-9 items-center justify-between border-line-subtle border-b ps-3 pe-1 font-medium text-small text-text-muted">
        {label}
        <IconButton
          icon={copied ? Check : Copy}
          label={copied ? 'Copied' : 'Copy command'}
          plain
          onClick={copy}
        />
      </figcaption>
      <pre ref={text} className="whitespace-pre-wrap wrap-anywhere p-3 font-mono text-small leading-5">
        {code}
      </pre>
    </figure>
  );
}
