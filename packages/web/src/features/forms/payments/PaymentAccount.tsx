import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Badge, Button, Select } from '@weft/ui';
import { useEffect, useRef } from 'react';
import { Refused } from '../../../editor/Refused.tsx';
import { paths } from '../../../paths.ts';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { SettingRow } from '../../../shell/SettingRow.tsx';
import { useSubmission } from '../../../shell/use-submission.ts';
import { connectionsQuery } from '../../integrations/integration-queries.ts';
import { accountQuery, paymentsKey } from './payment-queries.ts';

const none = 'none';

/** The connected account that payments go to. */
export function PaymentAccount({ flowId }: { readonly flowId: string }) {
  const { data: account } = useQuery(accountQuery(flowId));
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { busy, error, submit } = useSubmission();
  const navigate = useNavigate();
  const stripe = connections.filter(({ type }) => type === 'stripe');
  const isListed = stripe.some(({ id }) => id === account?.serviceId);
  // It may be another person's own, which this one cannot choose anew.
  const kept = account == null || isListed ? [] : [{ id: account.serviceId, name: account.name }];
  const choose = (value: string) =>
    submit(async () => {
      await rpc.call('forms.setPaymentAccount', { flowId, serviceId: value === none ? null : value });
      await queryClient.invalidateQueries({ queryKey: paymentsKey(flowId) });
    });
  const { connected } = useSearch({ strict: false });
  const isNew = account === null && stripe.some(({ id }) => id === connected);
  const wasChosen = useRef(false);
  useEffect(() => {
    // Whoever comes back from connecting one wanted it for this form.
    if (!isNew || connected === undefined || wasChosen.current) return;
    wasChosen.current = true;
    document.getElementById('stripe-account')?.scrollIntoView({ block: 'center' });
    void choose(connected);
  });
  if (account === undefined) return null;
  return (
    <SettingRow
      title="Payments"
      hint="The Stripe account that is paid. A restricted key needs to write Checkout Sessions and Refunds, and to read Payment Intents, Charges and Disputes; for cards on your own page also to write Payment Intents, and for payments that repeat to write Subscriptions and Customer portal, and to read Invoices."
    >
      <div id="stripe-account" className="flex max-w-80 scroll-mt-24 flex-col gap-3">
        {stripe.length + kept.length > 0 && (
          <Select
            label="Stripe account"
            value={account?.serviceId ?? none}
            disabled={busy}
            options={[
              { value: none, label: 'None' },
              ...[...kept, ...stripe].map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(value) => void choose(value)}
          />
        )}
        {account?.test === true && (
          <p className="flex items-center gap-2 text-small text-text-muted">
            <Badge tone="warning">Test</Badge> Its key moves no money: use a live key to be paid.
          </p>
        )}
        <div>
          <Button
            onClick={() =>
              void navigate({ to: paths.connect('stripe', `${location.pathname}#stripe-account`) })
            }
          >
            {stripe.length === 0 ? 'Connect Stripe' : 'Connect another account'}
          </Button>
        </div>
      </div>
      <Refused error={error} />
    </SettingRow>
  );
}
