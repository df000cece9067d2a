import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner, FormField, IconButton, SearchSelect, Skeleton, toast } from '@weft/ui';
import { RefreshCw } from 'lucide-react';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { refetchTarget } from './integration-calls.ts';
import { type CatalogueEntry, choicesQuery, type Target } from './integration-queries.ts';
import { PickFiles } from './PickFiles.tsx';
import { RetryBanner } from './RetryBanner.tsx';
import { SheetChoice } from './SheetChoice.tsx';
import { missingTarget } from './service-words.ts';
import { isReached, type StepChoiceProps, withStep } from './target-step.ts';

interface TargetStepsProps {
  readonly entry: CatalogueEntry;
  readonly serviceId: string;
  /** Files are chosen one by one in the service's own dialog, by whoever connected it. */
  readonly picksFiles: boolean;
  readonly settings: Target;
  /** The last step that is taken here. */
  readonly until?: string;
  readonly onChange: (settings: Target) => void;
}

/** Chooses what is written to, step by step: a base, then its table. */
export function TargetSteps({ entry, serviceId, picksFiles, settings, until, onChange }: TargetStepsProps) {
  const last = entry.targets.findIndex(({ key }) => key === until);
  const reached = entry.targets.filter(
    (_, place) => isReached(entry, settings, place) && (last === -1 || place <= last),
  );
  return (
    <div className="flex flex-col gap-4">
      {picksFiles && (
        <PickFiles
          serviceId={serviceId}
          onPicked={([file]) =>
            void refetchTarget(serviceId, 'spreadsheetId', {})
              .catch((refused: unknown) => toast(errorText(refused), { tone: 'error' }))
              .then(() => file && onChange({ spreadsheetId: file.id, ...besideOf('spreadsheetId', file) }))
          }
        />
      )}
      {reached.map((step) => {
        const before = withStep(entry, settings, step.key, '');
        const choose = (id: string, beside: Target = {}) =>
          onChange({ ...withStep(entry, settings, step.key, id), ...beside });
        const part = { entry, serviceId, step, before, chosen: settings[step.key] ?? '' };
        // Sheets are chosen by their columns.
        return entry.type === 'googlesheets' && step.key === 'sheetId' ? (
          <SheetChoice key={step.key} {...part} onChoose={choose} />
        ) : (
          <StepChoice key={step.key} {...part} onChoose={choose} />
        );
      })}
      {entry.type === 'weft' && settings.formId !== undefined && <FormPreview formId={settings.formId} />}
    </div>
  );
}

/** The form that answers go on to, as people see it. */
function FormPreview({ formId }: { readonly formId: string }) {
  return (
    <iframe
      title="Preview of the form"
      src={paths.preview(formId)}
      className="h-80 w-full rounded-lg border bg-surface"
    />
  );
}

/** The names under which those of choices are kept with them, by the step: they are known by them when they are gone. */
const namesBeside: { readonly [step: string]: string } = {
  formId: 'formTitle',
  spreadsheetId: 'spreadsheetName',
};

const besideOf = (step: string, choice: { readonly name: string } | undefined): Target => {
  const name = namesBeside[step];
  return name === undefined || choice === undefined ? {} : { [name]: choice.name };
};

function StepChoice({ entry, serviceId, step, before, chosen, onChoose }: StepChoiceProps) {
  const { data, error, refetch } = useQuery(choicesQuery(serviceId, step.key, before));
  const { busy, submit } = useSubmission({ toasts: true });
  if (error !== null && data === undefined)
    return (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  if (data === undefined) return <Skeleton className="h-13" />;
  const isMissing = chosen !== '' && data.every(({ id }) => id !== chosen);
  return (
    <div className="flex flex-col gap-2">
      {isMissing && (
        <Banner
          tone="warning"
          action={
            <Link
              to={paths.editConnection(serviceId)}
              className="font-medium text-small underline hover:no-underline"
            >
              Reconnect
            </Link>
          }
        >
          {missingTarget(entry.type, step.label)}
        </Banner>
      )}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <FormField
            label={step.optional ? `${step.label} (optional)` : step.label}
            hint={data.length === 0 ? `This account has no ${step.label.toLowerCase()} yet.` : undefined}
          >
            {({ id }) => (
              <SearchSelect
                id={id}
                label={step.label}
                value={chosen}
                placeholder={`Choose: ${step.label.toLowerCase()}`}
                options={[
                  ...(step.optional ? [{ value: '', label: 'None' }] : []),
                  ...data.map((choice) => ({ value: choice.id, label: choice.name })),
                ]}
                onChange={(id) =>
                  onChoose(
                    id,
                    besideOf(
                      step.key,
                      data.find((one) => one.id === id),
                    ),
                  )
                }
              />
            )}
          </FormField>
        </div>
        <IconButton
          icon={RefreshCw}
          label={`Load anew: ${step.label}`}
          disabled={busy}
          onClick={() => void submit(() => refetchTarget(serviceId, step.key, before))}
        />
      </div>
    </div>
  );
}
