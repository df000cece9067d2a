import { useQuery } from '@tanstack/react-query';
import { EmptyState, Skeleton } from '@weft/ui';
import { LayoutTemplate } from 'lucide-react';
import { errorText } from '../../error-text.ts';
import { RetryBanner } from '../../shell/RetryBanner.tsx';
import { useDebounced } from '../../shell/use-debounced.ts';
import { type ListedTemplate, templatesQuery } from './template-queries.ts';

function Card({ template, onPress }: { readonly template: ListedTemplate; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      data-template={template.name}
      className="flex h-full w-full flex-col rounded-lg border px-4 py-3 text-start hover:border-line-strong hover:bg-row-hover"
      onClick={onPress}
    >
      <span className="font-medium text-base">{template.title}</span>
      <span className="mt-0.5 text-pretty text-small text-text-muted">{template.about}</span>
      <span className="mt-auto pt-2 text-small text-text-subtle">
        {template.tables.map(({ name }) => name).join(', ')}
      </span>
    </button>
  );
}

function Cards({
  templates,
  onChoose,
}: {
  readonly templates: readonly ListedTemplate[];
  readonly onChoose: (name: string) => void;
}) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {templates.map((template) => (
        <li key={template.name}>
          <Card template={template} onPress={() => onChoose(template.name)} />
        </li>
      ))}
    </ul>
  );
}

/** Templates by category, or those that a description fits, the best first. */
export function TemplateList({
  search,
  onChoose,
}: {
  readonly search: string;
  readonly onChoose: (name: string) => void;
}) {
  const asked = useDebounced(search.trim(), 200);
  const { data, error, refetch } = useQuery(templatesQuery(asked));
  if (data === undefined)
    return error === null ? (
      <div aria-busy="true" className="grid gap-2 sm:grid-cols-2">
        <span role="status" className="sr-only">
          Loading...
        </span>
        {Array.from({ length: 8 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <Skeleton key={at} className="h-24 rounded-lg" />
        ))}
      </div>
    ) : (
      <RetryBanner tone="danger" onRetry={() => void refetch()}>
        {errorText(error)}
      </RetryBanner>
    );
  const { templates } = data;
  if (templates.length === 0)
    return (
      <EmptyState
        icon={LayoutTemplate}
        title="No template fits"
        text="Describe it in other words, or begin with a blank database."
      />
    );
  if (asked !== '') return <Cards templates={templates} onChoose={onChoose} />;
  const categories = [...new Set(templates.map(({ category }) => category))];
  return (
    <div className="flex flex-col gap-5">
      {categories.map((category) => (
        <section key={category} aria-label={category}>
          <h3 className="mb-2 font-medium text-small text-text-muted">{category}</h3>
          <Cards templates={templates.filter((one) => one.category === category)} onChoose={onChoose} />
        </section>
      ))}
    </div>
  );
}
