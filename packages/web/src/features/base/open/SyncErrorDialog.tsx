import { Button, Dialog } from '@weft/ui';
import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { BaseState } from './base-session.ts';

/** The server refused a change: lists what was dropped, so that it can be copied. */
export function SyncErrorDialog({ refused }: { readonly refused: BaseState['refused'] }) {
  const [copied, setCopied] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (refused === null) return null;
  const { lines } = refused;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines.join('\n'));
      setCopied(true);
    } catch {
      // A page without TLS may not write there: what is selected can be copied by key.
      if (list.current) getSelection()?.selectAllChildren(list.current);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      dismissible={false}
      title="Sync Error"
      footer={
        <>
          <Button size="lg" icon={Copy} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button size="lg" variant="primary" onClick={() => location.reload()}>
            Refresh Page
          </Button>
        </>
      }
    >
      <p className="text-body text-text-muted">
        Something went wrong while syncing your changes. We recommend refreshing the page to continue.
      </p>
      <p className="mt-3 text-base text-danger-text">{refused.error.message}</p>
      <h3 className="mt-4 font-medium text-small text-text-muted">
        {lines.length === 1 ? 'This change was not saved:' : `These ${lines.length} changes were not saved:`}
      </h3>
      <ul ref={list} className="mt-1 max-h-48 overflow-y-auto rounded-md bg-sunken p-3 text-base">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={index} className="whitespace-pre-wrap break-words py-0.5">
            {line}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
