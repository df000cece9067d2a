import { useNavigate } from '@tanstack/react-router';
import { maxArchiveMb } from '@weft/protocol';
import { Banner, Button, Dialog, ProgressBar, toast } from '@weft/ui';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { sendFile } from '../../transfers.ts';
import { followFlowJob } from './flow-jobs/follow-flow-job.ts';
import { settle } from './flow-moves.ts';

/** Makes a flow of an exported file: chosen here, or dropped on the page. */
export function ImportFlowDialog(props: {
  readonly dropped?: File | undefined;
  /** Where the flow goes; null: to Home. */
  readonly workspaceId: string | null;
  readonly onClose: () => void;
}) {
  const { dropped, workspaceId, onClose } = props;
  const picker = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  /** How much of the file was sent, 0 to 1; null while none is. */
  const [sent, setSent] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  const navigate = useNavigate();
  const send = async (chosen: File) => {
    if (running.current !== null) return;
    setFile(chosen);
    setError(null);
    if (chosen.size > maxArchiveMb * 1024 ** 2) return setError(`${chosen.name} is larger than 1 GB.`);
    const stop = new AbortController();
    running.current = stop;
    setSent(0);
    try {
      const query = workspaceId === null ? undefined : { workspaceId };
      const made = await sendFile('POST /admin/flows/import', chosen, {
        query,
        onProgress: setSent,
        signal: stop.signal,
      });
      onClose();
      if ('job' in made) return followFlowJob(made.job);
      settle();
      const { flow } = made;
      toast(`${flow.name} imported`, {
        action: { label: 'Open', onSelect: () => void navigate({ to: paths.flow(flow) }) },
      });
    } catch (cause) {
      if (!stop.signal.aborted) setError(errorText(cause));
    } finally {
      running.current = null;
      setSent(null);
    }
  };
  // Dropped files need no further press.
  const first = useRef(dropped);
  const begin = useRef(send);
  useEffect(() => {
    if (first.current !== undefined) void begin.current(first.current);
    first.current = undefined;
  }, []);
  const close = () => {
    running.current?.abort();
    onClose();
  };
  const busy = sent !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Import from a file"
      initialFocus={choose}
      footer={
        <>
          <Button size="lg" onClick={close}>
            Cancel
          </Button>
          <Button
            ref={choose}
            size="lg"
            variant="primary"
            loading={busy}
            onClick={() => picker.current?.click()}
          >
            {busy ? 'Importing' : 'Choose file'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 pb-2">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        {busy ? (
          <>
            <p className="truncate font-medium text-body">{file?.name}</p>
            <ProgressBar label={sent < 1 ? 'Uploading' : 'Importing'} value={sent < 1 ? sent : null} />
          </>
        ) : (
          <p className="text-body text-text-muted">
            Choose a ZIP file that ‘Export database’ or ‘Export form’ made, here or in another organization.
            It becomes a new item of yours, with its tables, records, links and files.
          </p>
        )}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".zip,application/zip"
          aria-label="Exported file"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen !== undefined) void send(chosen);
            target.value = '';
          }}
        />
      </div>
    </Dialog>
  );
}
