import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, FormField, IconButton, Skeleton, TextInput, toast } from '@weft/ui';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { copyText } from '../../shell/copy-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { type Connection, paymentNoticesQuery } from './integration-queries.ts';

/** Where Stripe tells of payments into an account, and the secrets that it signs with. */
export function PaymentNotices(props: { readonly connection: Connection; readonly onClose: () => void }) {
  const { connection, onClose } = props;
  const { id: serviceId } = connection;
  const query = paymentNoticesQuery(serviceId);
  const { data, error: unread } = useQuery(query);
  const [secret, setSecret] = useState('');
  const { busy, error, submit } = useSubmission();
  const reread = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const add = () =>
    submit(async () => {
      await rpc.call('integrations.addNoticeSecret', { serviceId, secret: secret.trim() });
      setSecret('');
      await reread();
      toast('The signing secret is kept');
    });
  const remove = (ends: string) =>
    submit(async () => {
      await rpc.call('integrations.removeNoticeSecret', { serviceId, ends });
      await reread();
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Hear of payments at once"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Done
          </Button>
          <Button variant="primary" loading={busy} disabled={secret.trim() === ''} onClick={() => void add()}>
            Add the secret
          </Button>
        </>
      }
    >
      {data === undefined ? (
        unread === null ? (
          <Skeleton className="h-40" />
        ) : (
          <p role="alert">{errorText(unread)}</p>
        )
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-base text-text-muted">
            Without this, payments are looked up each minute. At Stripe, under Developers → Webhooks, add this
            address with the events of Checkout, Payment Intent, Refund and Dispute, and paste the signing
            secret that Stripe shows then.
          </p>
          <FormField
            label="Address"
            hint={
              data.address.startsWith('https://')
                ? undefined
                : 'Stripe reaches only addresses that begin with https:// and are open to the internet.'
            }
          >
            {(control) => <TextInput {...control} readOnly value={data.address} />}
          </FormField>
          <div>
            <Button size="sm" onClick={() => copyText(data.address) && toast('Address copied')}>
              Copy the address
            </Button>
          </div>
          {data.secrets.length > 0 && (
            <ul aria-label="Signing secrets" className="divide-y rounded-lg border">
              {data.secrets.map((ends) => (
                <li key={ends} className="flex items-center gap-2 px-3 py-1">
                  <span className="flex-1 text-base">whsec_…{ends}</span>
                  <IconButton
                    plain
                    icon={Trash2}
                    label={`Remove the secret that ends in ${ends}`}
                    disabled={busy}
                    onClick={() => void remove(ends)}
                  />
                </li>
              ))}
            </ul>
          )}
          <FormField label="Signing secret" hint="It is sealed, and not shown again." error={error}>
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                placeholder="whsec_…"
                maxLength={210}
                value={secret}
                onChange={({ target }) => setSecret(target.value)}
              />
            )}
          </FormField>
        </div>
      )}
    </Dialog>
  );
}
