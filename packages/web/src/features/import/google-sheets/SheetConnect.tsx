import { Banner, Button, Skeleton } from '@weft/ui';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useSignIn } from '../use-sign-in.ts';

interface SheetConnectProps {
  /** Where one comes back to from Google's sign-in. */
  readonly returnTo: string;
  readonly workspaceId: string | null;
  /** To the accounts that are connected; null: there are none. */
  readonly onBack: (() => void) | null;
}

const hints: { readonly [label: string]: string } = {
  'Files I choose': 'You choose each spreadsheet at Google. Nothing else can be read.',
  'All my spreadsheets': 'Every spreadsheet of the account can be chosen here.',
};

/** Signs in at Google, and comes back to this very step. */
export function SheetConnect({ returnTo, workspaceId, onBack }: SheetConnectProps) {
  const [chosen, setChosen] = useState(0);
  const signing = useSignIn({ type: 'googlesheets', service: 'Google Sheets', returnTo, workspaceId });
  const { isKnown, ways, busy, error } = signing;
  if (!isKnown) return <Skeleton className="h-40" />;
  if (ways.length === 0)
    return (
      <Banner tone="warning" className="mb-2">
        Nobody can sign in to Google here yet: an admin of this server sets it up in Settings, under Apps.
      </Banner>
    );
  const way = ways[chosen] ?? ways[0];
  return (
    <div className="flex flex-col gap-4 pb-2">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <p className="text-body">Sign in to Google to choose a spreadsheet. You come back to this step.</p>
      {ways.length > 1 && (
        <div role="radiogroup" aria-label="What may be read" className="flex flex-col gap-2">
          {ways.map(({ label }, at) => (
            <label
              key={label}
              className={`flex items-start gap-3 rounded-lg border px-4 py-3 ${
                at === chosen ? 'border-accent bg-accent-tint' : 'hover:border-line-strong'
              }`}
            >
              <input
                type="radio"
                name="way"
                className="mt-0.5 size-4 shrink-0 accent-accent"
                checked={at === chosen}
                onChange={() => setChosen(at)}
              />
              <span>
                <span className="block font-medium text-body">{label}</span>
                <span className="block text-small text-text-muted">{hints[label]}</span>
              </span>
            </label>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="lg" variant="primary" loading={busy} onClick={() => signing.signIn({ ...way?.marks })}>
          Connect Google Sheets
        </Button>
        {onBack !== null && (
          <Button size="lg" variant="quiet" icon={ArrowLeft} onClick={onBack}>
            Use a connected account
          </Button>
        )}
      </div>
    </div>
  );
}
