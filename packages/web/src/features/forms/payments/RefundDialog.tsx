import { moneyText, plainText, readPrice } from '@weft/payments';
import { Button, Dialog, FormField, TextInput, toast } from '@weft/ui';
import { useState } from 'react';
import { rpc } from '../../../rpc.ts';
import { newId } from '../../../session/new-id.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { currencyIn, type Payment } from './payment-queries.ts';

interface Props {
  readonly flowId: string;
  readonly payment: Pick<Payment, 'id' | 'currency' | 'total' | 'refunded'> & Partial<Pick<Payment, 'every'>>;
  /** What is left of what was paid for. */
  readonly stays?: string;
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Gives back a payment, or a part of it. */
export function RefundDialog({
  flowId,
  payment,
  stays = 'The answer stays, and stock is not given back.',
  onClose,
  onDone,
}: Props) {
  const currency = currencyIn(payment);
  const left = payment.total - payment.refunded;
  // One refund, however often the button is pressed or the answer is lost.
  const [refundId] = useState(() => newId('rfd'));
  const [text, setText] = useState(plainText(currency, left));
  const [reason, setReason] = useState('');
  const { busy, error, submit } = useSubmission();
  const read = readPrice(currency, text);
  const units = read.ok ? read.value : 0;
  const why = !read.ok
    ? read.error
    : units > left
      ? `At most ${moneyText(currency, left)} is left of this payment`
      : null;
  const refund = () =>
    submit(async () => {
      await rpc.call('forms.refundPayment', { flowId, orderId: payment.id, refundId, units, reason });
      await onDone();
      toast(`${moneyText(currency, units)} refunded`);
      onClose();
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Refund this payment"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="primary"
            loading={busy}
            disabled={why !== null || units === 0}
            onClick={() => void refund()}
          >
            Refund {moneyText(currency, units)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-base text-text-muted">
          Stripe gives it back to the card or account it came from. This cannot be undone. {stays}
          {payment.every != null &&
            ' It is of the first payment: later ones are refunded at Stripe, and the subscription goes on until it is ended.'}
        </p>
        <FormField label={`Amount in ${currency}`} error={text === '' ? null : why}>
          {(control) => (
            <TextInput
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </FormField>
        <FormField label="Reason" hint="For the audit log; whoever paid is not told." error={error}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </FormField>
      </div>
    </Dialog>
  );
}
