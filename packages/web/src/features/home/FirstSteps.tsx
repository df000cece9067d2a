import { useNavigate } from '@tanstack/react-router';
import { Button } from '@weft/ui';
import { FileUp, Table2 } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useSubmission } from '../../shell/use-submission.ts';

/** Two ways to see something within a minute: a database to look around in, or one's own file. */
export function FirstSteps({ onImport }: { readonly onImport: () => void }) {
  const navigate = useNavigate();
  const { busy, submit } = useSubmission({ toasts: true, leaves: true });
  const open = () =>
    submit(async () => {
      const { createDemo } = await import('./create-demo.ts');
      await navigate({ to: paths.database(await createDemo(Date.now())) });
    });
  return (
    <div className="flex flex-col items-center gap-3">
      <div className="flex flex-wrap justify-center gap-2">
        <Button icon={Table2} loading={busy} onClick={() => void open()}>
          {busy ? 'Creating' : 'Try a demo database'}
        </Button>
        <Button icon={FileUp} onClick={onImport}>
          Import a CSV file
        </Button>
      </div>
      <p className="text-small text-text-subtle pointer-coarse:hidden">
        A CSV file can also be dropped anywhere on this page.
      </p>
    </div>
  );
}
