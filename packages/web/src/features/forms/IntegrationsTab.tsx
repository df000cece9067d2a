import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Content } from '@weft/documents';
import { Banner, Button, ConfirmDialog, FormField, IconButton, Skeleton, Switch, TextInput } from '@weft/ui';
import { Blocks, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from '../../editor/CopyButton.tsx';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { SettingRow } from '../../shell/SettingRow.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import { DatabaseSection } from './integrations/DatabaseSection.tsx';
import { DeliveryLog } from './integrations/DeliveryLog.tsx';
import { useAct } from './integrations/use-act.ts';
import { ThirdParties } from './third-party/ThirdParties.tsx';

const keyOf = (flowId: string) => ['form-webhooks', flowId];

interface IntegrationsTabProps {
  readonly flowId: string;
  /** What the form asks now. */
  readonly content: Content;
}

/** What happens with answers elsewhere: our own databases and webhooks, and third-party services. */
export function IntegrationsTab({ flowId, content }: IntegrationsTabProps) {
  return (
    <ThirdParties flowId={flowId} content={content}>
      <OwnIntegrations flowId={flowId} content={content} />
    </ThirdParties>
  );
}

/** A database, webhooks, and what became of each of their deliveries. */
function OwnIntegrations({ flowId, content }: IntegrationsTabProps) {
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(flowId),
    queryFn: () => rpc.call('forms.webhooks', { flowId }),
  });
  const reread = () => queryClient.invalidateQueries({ queryKey: keyOf(flowId) });
  const act = useAct(keyOf(flowId));
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<{ readonly id: string; readonly url: string } | null>(null);
  if (error !== null && data === undefined)
    return (
      <div className="flex-1 p-8">
        <Banner tone="danger">
          {errorText(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </Banner>
      </div>
    );
  if (data === undefined) return <Skeleton className="m-8 h-40 flex-1" />;
  return (
    <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div className="mx-auto max-w-180">
        <SettingRow
          title="Services"
          hint="Each answer goes to Google Sheets, Airtable, Notion, Slack, a PDF and many more."
        >
          <Button
            icon={Blocks}
            onClick={() =>
              void navigate({ to: paths.editor(flowId, 'integrations'), search: { view: 'add' } })
            }
          >
            Connect a service
          </Button>
        </SettingRow>
        <DatabaseSection flowId={flowId} content={content} />
        <SettingRow
          title="Webhooks"
          hint="Each answer is sent to these addresses at once, signed as Standard Webhooks says. What is not taken is tried again for 72 hours."
        >
          <ul className="mb-4 flex flex-col gap-2 empty:hidden">
            {data.webhooks.map(({ id, url, enabled }) => (
              <li key={id} className="flex items-center gap-3">
                <span className="min-w-0 flex-1 truncate text-base" title={url}>
                  {url}
                </span>
                <Switch
                  label="On"
                  checked={enabled}
                  onChange={(on) =>
                    void act(() => rpc.call('forms.enableWebhook', { flowId, webhookId: id, enabled: on }))
                  }
                />
                <IconButton
                  plain
                  icon={Trash2}
                  label={`Remove ${url}`}
                  onClick={() => setRemoving({ id, url })}
                />
              </li>
            ))}
          </ul>
          <AddWebhook
            flowId={flowId}
            known={data.webhooks.map(({ url }) => url)}
            onAdded={() => void reread()}
          />
          {removing !== null && (
            <ConfirmDialog
              open
              onOpenChange={() => setRemoving(null)}
              title="Remove this webhook?"
              confirmLabel="Remove webhook"
              danger
              onConfirm={() => {
                setRemoving(null);
                void act(() => rpc.call('forms.removeWebhook', { flowId, webhookId: removing.id }));
              }}
            >
              Nothing more is sent to {removing.url}, and its secret is gone: an address that is added again
              gets another one.
            </ConfirmDialog>
          )}
        </SettingRow>
        <DeliveryLog
          flowId={flowId}
          kind="webhook"
          title="Deliveries"
          hint="The newest first. One that is sent again keeps its id."
        />
      </div>
    </div>
  );
}

function AddWebhook(props: {
  readonly flowId: string;
  /** Addresses that answers are sent to already. */
  readonly known: readonly string[];
  readonly onAdded: () => void;
}) {
  const { flowId, known, onAdded } = props;
  const { busy, error, submit } = useSubmission();
  const [url, setUrl] = useState('');
  const [added, setAdded] = useState<{ readonly url: string; readonly secret: string } | null>(null);
  const isKnown = known.includes(url.trim());
  const add = () =>
    submit(async () => {
      const { secret } = await rpc.call('forms.addWebhook', { flowId, url: url.trim() });
      setAdded({ url: url.trim(), secret });
      setUrl('');
      onAdded();
    });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isKnown) void add();
      }}
    >
      <FormField
        label="Address"
        error={isKnown ? 'Answers are sent to this address already' : error?.replace(/^url: /, '')}
      >
        {(control) => (
          <TextInput
            {...control}
            type="url"
            value={url}
            autoComplete="off"
            placeholder="https://example.org/answers"
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </FormField>
      <div>
        <Button type="submit" loading={busy} disabled={url.trim() === '' || isKnown}>
          {busy ? 'Adding' : 'Add webhook'}
        </Button>
      </div>
      {added !== null && (
        <FormField
          label={`Secret of ${added.url}`}
          hint="It is shown this once. With it the receiver checks that a message is ours."
        >
          {(control) => (
            <div className="flex gap-2">
              <TextInput
                {...control}
                className="min-w-0 flex-1"
                readOnly
                value={added.secret}
                onFocus={(event) => event.target.select()}
              />
              <CopyButton text={added.secret} label="Copy secret" />
            </div>
          )}
        </FormField>
      )}
    </form>
  );
}
