import { Link } from '@tanstack/react-router';
import { Banner, toast } from '@weft/ui';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { refetchTarget } from './integration-calls.ts';
import type { CatalogueEntry, Target } from './integration-queries.ts';
import { PickFiles } from './PickFiles.tsx';
import { SheetChoice } from './SheetChoice.tsx';
import { StepSelect } from './StepSelect.tsx';
import { missingTarget } from './service-words.ts';
import { isReached, namedTarget, type StepChoiceProps, withStep } from './target-step.ts';
import { useStepFailures } from './use-step-failures.ts';

interface TargetStepsProps {
  readonly entry: CatalogueEntry;
  readonly serviceId: string;
  /** Files are chosen one by one in the service's own dialog, by whoever connected it. */
  readonly picksFiles: boolean;
  readonly settings: Target;
  /** The last step that is taken here. */
  readonly until?: string;
  readonly onChange: (settings: Target) => void;
  /** The service is asked again for what it could not be asked before. */
  readonly onRetry?: () => void;
}

/** Chooses what is written to, step by step: a base, then its table. */
export function TargetSteps(props: TargetStepsProps) {
  const { entry, serviceId, picksFiles, settings, until, onChange, onRetry } = props;
  const last = entry.targets.findIndex(({ key }) => key === until);
  const reached = entry.targets.filter(
    (_, place) => isReached(entry, settings, place) && (last === -1 || place <= last),
  );
  const { texts, gone, retry } = useStepFailures(entry, serviceId, settings);
  const again = () => {
    retry();
    onRetry?.();
  };
  const said = new Set<string>();
  /** One sentence about the account stands once, however many steps it is about. */
  const isNew = (step: string): boolean => {
    const text = texts.get(step);
    if (text === undefined) return true;
    if (said.has(text)) return false;
    said.add(text);
    return true;
  };
  // What comes after a choice that is gone is gone with it.
  const end = reached.findIndex(({ key }) => key === gone);
  const shown = reached.slice(0, end === -1 ? undefined : end + 1).filter(({ key }) => isNew(key));
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
      {shown.map((step) => {
        const before = withStep(entry, settings, step.key, '');
        const choose = (id: string, beside: Target = {}) =>
          onChange({ ...withStep(entry, settings, step.key, id), ...beside });
        const part = { entry, serviceId, step, before, chosen: settings[step.key] ?? '' };
        // Sheets are chosen by their columns.
        return entry.type === 'googlesheets' && step.key === 'sheetId' ? (
          <SheetChoice key={step.key} {...part} onChoose={choose} />
        ) : (
          <StepChoice key={step.key} {...part} onChoose={choose} onRetry={again} />
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
  return {
    ...namedTarget(choice),
    ...(name !== undefined && choice !== undefined && { [name]: choice.name }),
  };
};

function StepChoice(props: StepChoiceProps & { readonly onRetry: () => void }) {
  const { entry, serviceId, step, before, chosen, onChoose, onRetry } = props;
  return (
    <StepSelect
      {...{ serviceId, step: step.key, before, chosen, optional: step.optional, onRetry }}
      label={step.optional ? `${step.label} (optional)` : step.label}
      name={step.label}
      placeholder={`Choose: ${step.label.toLowerCase()}`}
      noneHint={`This account has no ${step.label.toLowerCase()} yet.`}
      reloadLabel={`Load anew: ${step.label}`}
      missing={
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
      }
      onChoose={(id, choice) => onChoose(id, besideOf(step.key, choice))}
    />
  );
}
