import { useQuery } from '@tanstack/react-query';
import { Button, Dialog, FormField, Skeleton, TextInput, toast } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { type Connection, paymentNoticesQuery } from './integration-queries.ts';

/** What names an account to the card fields of Stripe on pages. */
export function PublishableKey(props: { readonly connection: Connection; readonly onClose: () => void }) {
  const { connection, onClose } = props;
  const { id: serviceId } = connection;
  const query = paymentNoticesQuery(serviceId);
  const { data, error: unread } = useQuery(query);
  const [typed, setTyped] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission();
  const known = data?.publishableKey ?? '';
  const key = (typed ?? known).trim();
  const save = () =>
    submit(async () => {
      const publishableKey = key === '' ? null : key;
      await rpc.call('integrations.setPublishableKey', { serviceId, publishableKey });
      await queryClient.invalidateQueries({ queryKey: query.queryKey });
      toast(key === '' ? 'The publishable key is removed' : 'The publishable key is kept');
      onClose();
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title="Take cards on your own pages"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button variant="primary" loading={busy} disabled={key === known} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      {data === undefined ? (
        unread === null ? (
          <Skeleton className="h-32" />
        ) : (
          <p role="alert">{errorText(unread)}</p>
        )
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-base text-text-muted">
            With it, forms whose payment says so show the card fields of Stripe on the page of an order. That
            page then loads a script from Stripe. The key also has to write Payment Intents.
          </p>
          <FormField
            label="Publishable key"
            hint="At Stripe, under Developers → API keys. It is shown on pages, and no secret."
            error={error}
          >
            {(control) => (
              <TextInput
                {...control}
                autoComplete="off"
                placeholder="pk_live_…"
                maxLength={210}
                value={typed ?? known}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </FormField>
        </div>
      )}
    </Dialog>
  );
}
