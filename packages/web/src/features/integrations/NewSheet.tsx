import { Banner, Button } from '@weft/ui';
import { Plus } from 'lucide-react';
import { errorText } from '../../error-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { createSheet } from './integration-calls.ts';
import type { Target } from './integration-queries.ts';
import { namedTarget } from './target-step.ts';

interface NewSheetProps {
  readonly serviceId: string;
  readonly organizationId: string;
  /** The form's name; the spreadsheet is called so. */
  readonly name: string;
  /** What the form asks; each is a column. */
  readonly columns: readonly string[];
  readonly onMade: (settings: Target) => void;
}

/** Makes a spreadsheet for the answers to a form. */
export function NewSheet({ serviceId, organizationId, name, columns, onMade }: NewSheetProps) {
  const { busy, error, submit } = useSubmission({ textOf: (refused) => errorText(refused) });
  const make = () =>
    submit(async () => {
      const { spreadsheetId, sheetUUID } = await createSheet(serviceId, organizationId, name, columns);
      onMade({ spreadsheetId, spreadsheetName: name, sheetId: sheetUUID, ...namedTarget({ name }) });
    });
  if (error !== null)
    return (
      <Banner
        tone="danger"
        action={
          <Button size="sm" loading={busy} onClick={() => void make()}>
            Try again
          </Button>
        }
      >
        <span className="font-medium">Could not connect a new Google Sheet</span>. {error}
      </Banner>
    );
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-base text-text-muted">
        A spreadsheet called “{name}” is made, with a column for each of {columns.length}{' '}
        {columns.length === 1 ? 'question' : 'questions'}.
      </p>
      <Button icon={Plus} loading={busy} onClick={() => void make()}>
        {busy ? 'Creating' : 'Create sheet'}
      </Button>
    </div>
  );
}
