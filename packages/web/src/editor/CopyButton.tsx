import { Button } from '@weft/ui';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../shell/copy-text.ts';

/** Milliseconds a copied link says so (specification 1, section 9). */
const copiedFor = 3_000;

export interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly size?: 'sm' | undefined;
}

export function CopyButton({ text, label, size }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button size={size} icon={copied ? Check : Copy} onClick={() => setCopied(copyText(text))}>
      {copied ? 'Copied' : label}
    </Button>
  );
}
