import { useNavigate } from '@tanstack/react-router';
import { flowType } from '@weft/core';
import { Banner, Button, Dialog, FormField, Switch, TextInput, toast } from '@weft/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { api, type Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { followFlowJob } from './flow-jobs/follow-flow-job.ts';
import { settle } from './flow-moves.ts';
import { ownChangeId } from './own-changes.ts';

/** Makes a copy of a flow under another name, and offers to open it. */
export function DuplicateDialog({ flow, onClose }: { readonly flow: Flow; readonly onClose: () => void }) {
  const [name, setName] = useState(`${flow.name} (copy)`);
  const [history, setHistory] = useState(true);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const hasChat = flowType(flow.type).document === 'app';
  const input = useRef<HTMLInputElement>(null);
  const form = useId();
  const navigate = useNavigate();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    setBusy(true);
    setError(null);
    try {
      const made = await api.duplicateFlow(flow.id, name, {
        actionId: ownChangeId(),
        ...(hasChat && { includeChatHistory: history }),
      });
      onClose();
      if ('job' in made) return followFlowJob(made.job);
      settle();
      const { flow: copy } = made;
      toast(`${copy.name} created`, {
        action: { label: 'Open', onSelect: () => void navigate({ to: paths.flow(copy) }) },
      });
    } catch (cause) {
      setError(cause);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Duplicate ${flowType(flow.type).noun}`}
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            size="lg"
            variant="primary"
            loading={busy}
            disabled={name.trim() === ''}
          >
            {busy ? 'Duplicating' : 'Duplicate'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {error !== null && <Banner tone="danger">{errorText(error)}</Banner>}
        <FormField label="Name">
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              value={name}
              maxLength={255}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        {hasChat && (
          <Switch label="Include chat history" checked={history} onChange={setHistory} className="min-h-9" />
        )}
      </form>
    </Dialog>
  );
}
