import { Button, ConfirmDialog, toast } from '@weft/ui';
import { useState } from 'react';
import { Refused } from '../../../editor/Refused.tsx';
import { rpc } from '../../../rpc.ts';
import { useSubmission } from '../../../shell/use-submission.ts';

interface Props {
  readonly flowId: string;
  readonly orderId: string;
  /** Another amount than it comes to has arrived. */
  readonly isReviewed: boolean;
  readonly onDone: () => unknown;
}

/** Ends an order that Stripe can no longer be asked about, or that another amount was paid for. */
export function GiveUpPayment({ flowId, orderId, isReviewed, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { busy, error, submit } = useSubmission();
  const giveUp = () =>
    submit(async () => {
      await rpc.call('forms.giveUpPayment', { flowId, orderId, mayBePaid: true });
      await onDone();
      toast('The order was given up');
      setOpen(false);
    });
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        Give up
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={(open) => !busy && setOpen(open)}
        title="Give up this order?"
        confirmLabel="Give up the order"
        danger
        loading={busy}
        onConfirm={() => void giveUp()}
      >
        {isReviewed
          ? 'Another amount than it comes to was paid: give it back at Stripe first. Its stock and coupon are free for others then, and its answer does not count.'
          : 'It may have been paid: look for it at Stripe first. Its stock and coupon are free for others then, and its answer does not count. Should the account be connected again and say that it was paid, the answer is taken.'}
        <Refused error={error} />
      </ConfirmDialog>
    </>
  );
}
