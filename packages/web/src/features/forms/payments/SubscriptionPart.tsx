import { moneyText } from '@weft/payments';
import { Badge, Button, ConfirmDialog, SegmentedControl, toast } from '@weft/ui';
import { type ComponentProps, useState } from 'react';
import { Refused } from '../../../editor/Refused.tsx';
import { rpc } from '../../../rpc.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { currencyIn, type Payment } from './payment-queries.ts';

type Subscription = NonNullable<Payment['subscription']>;

const looks: {
  readonly [P in Subscription['phase']]: { tone: ComponentProps<typeof Badge>['tone']; text: string };
} = {
  active: { tone: 'success', text: 'Goes on' },
  late: { tone: 'danger', text: 'Last payment failed' },
  ended: { tone: 'neutral', text: 'Ended' },
};

const dayText = (moment: string): string =>
  new Date(moment).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

/** What became of what is paid again and again. */
export function SubscriptionBadge({ phase, endsAt }: Subscription) {
  const ends = endsAt !== null && phase !== 'ended';
  return (
    <Badge tone={ends ? 'neutral' : looks[phase].tone}>
      {ends ? `Ends on ${dayText(endsAt)}` : looks[phase].text}
    </Badge>
  );
}

/** '3 payments, EUR 36.00 in all'. */
export const subscriptionSum = (payment: Payment, { payments, paid }: Subscription): string =>
  `${payments} ${payments === 1 ? 'payment' : 'payments'}, ${moneyText(currencyIn(payment), paid)} in all`;

interface Props {
  readonly flowId: string;
  readonly orderId: string;
  readonly onDone: () => unknown;
}

/** Ends it, with what is paid already or at once. */
export function EndSubscription({ flowId, orderId, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [when, setWhen] = useState<'period-end' | 'now'>('period-end');
  const { busy, error, submit } = useSubmission();
  const end = () =>
    submit(async () => {
      await rpc.call('forms.cancelSubscription', { flowId, orderId, when });
      await onDone();
      toast(when === 'now' ? 'The subscription has ended' : 'The subscription ends with what is paid');
      setOpen(false);
    });
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        End
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => !busy && setOpen(open)}
        title="End this subscription?"
        confirmLabel="End the subscription"
        danger
        loading={busy}
        onConfirm={() => void end()}
      >
        <p className="mb-4">
          Nothing more is paid then, and it cannot be taken up again. What was paid stays paid.
        </p>
        <SegmentedControl
          label="When it ends"
          value={when}
          segments={[
            { value: 'period-end', label: 'With what is paid' },
            { value: 'now', label: 'Now' },
          ]}
          onChange={setWhen}
        />
        <Refused error={error} />
      </ConfirmDialog>
    </>
  );
}
