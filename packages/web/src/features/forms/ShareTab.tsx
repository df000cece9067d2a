import { whyClosed } from '@weft/forms';
import { Banner, Button, EmptyState, TextInput } from '@weft/ui';
import { Check, Copy, ExternalLink, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { serverClock } from '../../rpc.ts';
import { copyText } from '../../shell/copy-text.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import type { FormState } from './form-session.ts';

/** Milliseconds a copied link says so (specification 1, section 9). */
const copiedFor = 3_000;

/** The way to the published form. */
export function ShareTab({ state }: { readonly state: FormState }) {
  const { publicIdentifier, published, settings, submissions } = state;
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedFor);
    return () => clearTimeout(timer);
  }, [copied]);
  if (published === null)
    return (
      <div className="flex-1 overflow-y-auto">
        <EmptyState
          icon={Send}
          title="Not published yet"
          text="Publish the form, and its link stands here. Until then nobody can open it."
        />
      </div>
    );
  const address = new URL(paths.published(publicIdentifier), location.href).href;
  const why = whyClosed(settings, submissions, new Date(serverClock.now()).toISOString());
  return (
    <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div className="mx-auto max-w-180">
        {why !== null && (
          <Banner tone="warning" className="mb-6">
            Whoever opens the link is told that the form is closed: {why.message} The settings say when it
            takes answers.
          </Banner>
        )}
        <SettingRow
          title="Link"
          hint="Anybody who has it can answer, on any device, without signing in. It shows what was published last."
        >
          <div className="flex gap-2 max-sm:flex-wrap">
            <TextInput
              readOnly
              aria-label="Link"
              value={address}
              onFocus={(event) => event.target.select()}
            />
            <Button icon={copied ? Check : Copy} onClick={() => setCopied(copyText(address))}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
            <Button
              icon={ExternalLink}
              onClick={() => void open(paths.published(publicIdentifier), '_blank', 'noopener')}
            >
              Open
            </Button>
          </div>
        </SettingRow>
      </div>
    </div>
  );
}
