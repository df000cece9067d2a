import { Button, Dialog, Switch, toast } from '@weft/ui';
import { useState } from 'react';
import type { Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { download } from '../../transfers.ts';

interface ExportAppDialogProps {
  readonly flow: Pick<Flow, 'publicIdentifier'>;
  readonly onClose: () => void;
}

/** Asks whether the chat of an app goes along in its file. */
export function ExportAppDialog({ flow, onClose }: ExportAppDialogProps) {
  const [history, setHistory] = useState(true);
  const submit = async () => {
    onClose();
    const address = `/admin/zite/apps/export/${encodeURIComponent(flow.publicIdentifier)}`;
    try {
      await download(history ? address : `${address}?excludeMessageHistory=y`);
    } catch (error) {
      toast(`Error exporting flow. ${errorText(error)}`, { tone: 'error' });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Export Zite"
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button size="lg" variant="primary" onClick={() => void submit()}>
            Export
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-2">
        <p className="text-body text-text-muted">
          One file with the pages, rules and images of the app. The records stay in its database.
        </p>
        <Switch label="Include chat history" checked={history} onChange={setHistory} className="min-h-9" />
      </div>
    </Dialog>
  );
}
