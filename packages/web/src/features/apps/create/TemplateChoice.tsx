import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@weft/ui';
import { errorText } from '../../../error-text.ts';
import { rpc } from '../../../rpc.ts';
import { RetryBanner } from '../../../shell/RetryBanner.tsx';
import { type ListedAppTemplate, TemplateSketch } from './TemplateSketch.tsx';

interface TemplateChoiceProps {
  readonly chosen: string | null;
  readonly onChoose: (template: ListedAppTemplate) => void;
}

/** The templates of apps, each with a picture of where it begins. */
export function TemplateChoice({ chosen, onChoose }: TemplateChoiceProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['app-templates'],
    // They change with the server alone.
    staleTime: 3_600_000,
    queryFn: async () => (await rpc.call('apps.templates', {})).templates,
  });
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-60" />
    ) : (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-base">Template</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {data.map((template) => (
          <label
            key={template.name}
            className="flex cursor-pointer flex-col gap-2 rounded-lg border p-3 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-tint has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <TemplateSketch template={template} />
            <span className="flex items-center gap-2 font-medium text-base">
              <span className="flex-1">{template.title}</span>
              <input
                type="radio"
                name="template"
                className="size-4 shrink-0 accent-accent"
                checked={chosen === template.name}
                onChange={() => onChoose(template)}
              />
            </span>
            <span className="text-pretty text-small text-text-muted">{template.about}</span>
            <span className="mt-auto text-small text-text-subtle">
              {template.pages.join(', ')}
              {template.signsIn && '. People sign in'}
            </span>
          </label>
        ))}
      </div>
      <p className="mt-3 text-small text-text-subtle">
        A database with its tables and a few records is made with it.
      </p>
    </fieldset>
  );
}
