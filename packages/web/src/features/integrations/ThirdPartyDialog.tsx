import { Button, Dialog } from '@weft/ui';
import type { ReactNode } from 'react';

/** What each answer is sent as, in short; all of it stands in docs/contract.md. */
const sample = `POST /your-address
webhook-id: dlv…
webhook-timestamp: 1795420800
webhook-signature: v1,…

{
  "type": "form.answered",
  "timestamp": "2026-11-23T08:00:00.000Z",
  "data": {
    "flowId": "…",
    "formName": "Autumn classes",
    "submissionId": "…",
    "submittedAt": "2026-11-23T08:00:00.000Z",
    "answers": [
      { "fieldId": "fld…", "label": "Name", "value": "Ada", "text": "Ada" }
    ]
  }
}`;

export interface ThirdPartyDialogProps {
  readonly title: string;
  /** What to do over there, before the webhook is added. */
  readonly steps?: string | undefined;
  /** The way to the webhooks of the form at hand. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
}

/** How answers get to a service through a signed webhook. */
export function ThirdPartyDialog({ title, steps, action, onClose }: ThirdPartyDialogProps) {
  return (
    <Dialog
      open
      width={550}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Close
          </Button>
          {action}
        </>
      }
    >
      <ol className="flex list-decimal flex-col gap-2 ps-5 text-base">
        {steps !== undefined && <li>{steps}</li>}
        <li>
          {steps === undefined ? 'Open a form, go to ‘Integrate’,' : 'Here, open a form, go to ‘Integrate’,'}{' '}
          and add the address under ‘Webhooks’. Keep the secret that is shown: with it the receiver checks
          that a message is ours, as Standard Webhooks says.
        </li>
        <li>Publish the form. Each answer is sent at once, and tried again for 72 hours:</li>
      </ol>
      <pre
        // Wider than the dialog on a phone: it scrolls, and so takes the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="mt-3 overflow-x-auto rounded-md border bg-sunken p-3 font-mono text-small"
      >
        {sample}
      </pre>
    </Dialog>
  );
}
