import type { InterruptedImport } from '@weft/protocol';
import { Button, ConfirmDialog, Icon } from '@weft/ui';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { relativeTime } from '../../shell/relative-time.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { CsvWizard } from './CsvWizard.tsx';
import { isOfFile, isOfService, removeImport } from './interrupted-imports.ts';
import { ServiceWizard } from './ServiceWizard.tsx';

export interface InterruptedImportsProps {
  readonly imports: readonly InterruptedImport[];
  readonly onImported: (basePublicId: string) => void;
}

/** Imports that a stopped server left: each can be started again or removed. */
export function InterruptedImports({ imports, onImported }: InterruptedImportsProps) {
  const [resuming, setResuming] = useState<InterruptedImport | null>(null);
  const [removing, setRemoving] = useState<InterruptedImport | null>(null);
  const { busy, submit } = useSubmission({ toasts: true });
  const [now] = useState(() => Date.now());
  const remove = ({ importId }: InterruptedImport) =>
    submit(async () => {
      await removeImport(importId);
      setRemoving(null);
    });
  return (
    <>
      {imports.length > 0 && (
        <section aria-label="Interrupted imports" className="mb-6">
          <ul className="flex flex-col gap-2">
            {imports.map((entry) => (
              <li
                key={entry.importId}
                className="flex items-center gap-x-3 gap-y-2 rounded-lg border border-warning-line bg-warning-tint py-2 ps-3 pe-2 max-sm:flex-wrap"
              >
                <Icon of={TriangleAlert} className="text-warning-text" />
                <p className="min-w-0 flex-1 text-base text-warning-text max-sm:basis-[calc(100%-2.5rem)]">
                  <span className="block break-words font-semibold">
                    The import of {entry.fileName} was interrupted
                  </span>
                  <span className="block">
                    Begun {relativeTime(Date.parse(entry.begunAt), now).toLowerCase()}
                    {entry.begunBy !== null && ` by ${entry.begunBy}`}
                    {isOfFile(entry) ? ' · nothing of it was kept but the file' : ' · nothing of it was kept'}
                  </span>
                </p>
                <span className="flex gap-2 max-sm:ms-auto">
                  <Button
                    variant="quiet"
                    aria-label={`Remove the import of ${entry.fileName}`}
                    onClick={() => setRemoving(entry)}
                  >
                    Remove
                  </Button>
                  <Button
                    aria-label={`Resume the import of ${entry.fileName}`}
                    onClick={() => setResuming(entry)}
                  >
                    Resume
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {resuming !== null && isOfService(resuming) && (
        <ServiceWizard
          open
          source={resuming.order.service}
          resuming={resuming}
          returnTo={paths.home}
          onClose={() => setResuming(null)}
          onImported={(basePublicId) => {
            setResuming(null);
            onImported(basePublicId);
          }}
        />
      )}
      {resuming !== null && isOfFile(resuming) && (
        <CsvWizard
          open
          resuming={resuming}
          onClose={() => setResuming(null)}
          onImported={(basePublicId) => {
            setResuming(null);
            onImported(basePublicId);
          }}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => {
          if (!open) setRemoving(null);
        }}
        title="Remove import?"
        confirmLabel="Remove"
        cancelLabel="Keep"
        danger
        loading={busy}
        onConfirm={() => {
          if (removing !== null) void remove(removing);
        }}
      >
        The import of {removing?.fileName} will not be resumed. A database that was made for it and is still
        empty goes with it.
      </ConfirmDialog>
    </>
  );
}
