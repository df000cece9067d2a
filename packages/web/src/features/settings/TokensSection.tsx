import { useQuery } from '@tanstack/react-query';
import { Badge, Button, Icon } from '@weft/ui';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../queries.ts';
import { Day } from '../../shell/Day.tsx';
import { Moment } from '../../shell/Moment.tsx';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { account, type Token, tokensQuery } from './account-calls.ts';
import { ConfirmButton } from './ConfirmButton.tsx';
import { Listing } from './Listing.tsx';
import { scopeLabel } from './scope-texts.ts';
import { TokenDialog } from './TokenDialog.tsx';

const revoke = async ({ id }: Token) => {
  await account.revokeToken(id);
  await queryClient.invalidateQueries(tokensQuery);
};

function TokenRow({ token }: { readonly token: Token }) {
  const over = Date.parse(token.expiresAt) <= Date.now();
  return (
    <>
      <Icon of={KeyRound} size={20} className="text-text-subtle" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium text-base">
          <span className="wrap-anywhere">{token.name}</span>
          <Badge>{scopeLabel(token.scopes)}</Badge>
          {over && <Badge tone="warning">Expired</Badge>}
        </p>
        <p className="text-small text-text-muted">
          {token.lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Last used <Moment at={token.lastUsedAt} inside />
            </>
          )}
          {` · ${over ? 'expired' : 'expires'} `}
          <Day at={token.expiresAt} />
        </p>
      </div>
      <ConfirmButton
        label="Revoke"
        of={token.name}
        title={`Revoke ${token.name}?`}
        confirm="Revoke token"
        confirming="Revoking"
        onConfirm={() => revoke(token)}
      >
        Programs that use it are refused from now on. This cannot be undone.
      </ConfirmButton>
    </>
  );
}

/** Tokens by which programs act as the person. */
export function TokensSection() {
  const { data, error, refetch } = useQuery(tokensQuery);
  const [creating, setCreating] = useState(false);
  return (
    <>
      <SettingRow title="API tokens" hint="A program that sends one acts as you, within its scope.">
        <div className="mb-4 flex flex-wrap items-center gap-4">
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            Create token
          </Button>
          <a
            href="/docs"
            className="rounded-sm font-medium text-accent-text text-base hover:underline pointer-coarse:py-3"
          >
            API reference
          </a>
        </div>
        <Listing
          label="API tokens"
          items={data?.tokens}
          error={error}
          onRetry={() => void refetch()}
          empty={{ icon: KeyRound, title: 'No tokens yet', text: 'Create one for a program of yours.' }}
          keyOf={(token) => token.id}
          row={(token) => <TokenRow token={token} />}
        />
      </SettingRow>
      {creating && <TokenDialog onClose={() => setCreating(false)} />}
    </>
  );
}
