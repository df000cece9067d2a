import { Banner, Button, Dialog, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { queryClient } from '../../../queries.ts';
import { rpc } from '../../../rpc.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import type { TargetField } from '../../integrations/integration-queries.ts';
import { type Integration, type Run, runsKey } from './queries.ts';

interface RunDialogProps {
  readonly flowId: string;
  readonly integration: Integration;
  readonly fields: readonly TargetField[];
  readonly run: Run;
  readonly onClose: () => void;
}

const sendLabel = ({ state }: Run, isChanged: boolean): string =>
  isChanged ? 'Send with changes' : state === 'skipped' ? 'Send anyway' : 'Send again';

/** What a run was to write; changed texts are written in its place when it is sent once more. */
export function RunDialog({ flowId, integration, fields, run, onClose }: RunDialogProps) {
  const [edited, setEdited] = useState<{ readonly [fieldId: string]: string }>({});
  const { busy, error, submit } = useSubmission();
  const { nameMappings } = integration.writeQuery.config;
  const given = new Map(run.values.map(({ id, text }) => [id, text]));
  const rows = fields.flatMap((field) => {
    const source = nameMappings[field.id];
    if (source === undefined || field.kind === 'files') return [];
    return [{ field, text: 'questionId' in source ? (given.get(source.questionId) ?? '') : source.template }];
  });
  const send = () =>
    submit(async () => {
      const values = Object.keys(edited).length === 0 ? {} : { values: edited };
      await rpc.call('integrations.replay', { flowId, runId: run.id, ...values });
      await queryClient.invalidateQueries({ queryKey: runsKey(flowId, integration.id) });
      onClose();
    });
  return (
    <Dialog
      open
      width={550}
      onOpenChange={(open) => !open && onClose()}
      title="Run"
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          {run.state !== 'waiting' && (
            <Button size="lg" variant="primary" loading={busy} onClick={() => void send()}>
              {busy ? 'Sending' : sendLabel(run, Object.keys(edited).length > 0)}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {run.answer !== null && (
          <Banner tone={run.state === 'sent' ? 'success' : 'warning'}>{run.answer}</Banner>
        )}
        {run.state === 'sent' && (
          <p className="text-small text-text-muted">
            Sent again, it may be there twice: what was written stays.
          </p>
        )}
        {rows.map(({ field, text }) => (
          <FormField key={field.id} label={field.name}>
            {(control) => (
              <TextInput
                {...control}
                value={edited[field.id] ?? text}
                disabled={run.state === 'waiting'}
                onChange={(event) => setEdited({ ...edited, [field.id]: event.target.value })}
              />
            )}
          </FormField>
        ))}
        {error !== null && <Banner tone="danger">{error}</Banner>}
      </div>
    </Dialog>
  );
}
