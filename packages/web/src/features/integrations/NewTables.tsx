import { Banner, Button, Checkbox, FormField, SegmentedControl, Textarea } from '@weft/ui';
import { Plus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { createTargets, type SuggestedTable, suggestTargets } from './integration-calls.ts';
import type { CatalogueEntry, Target } from './integration-queries.ts';
import { NewSheet } from './NewSheet.tsx';
import { type AskedColumn, columnsOf, headersOf } from './new-columns.ts';
import { TargetSteps } from './TargetSteps.tsx';
import { namedTarget } from './target-step.ts';

/** Columns of a suggested table that are named. */
const shownColumns = 12;

export interface NewTablesProps {
  readonly entry: CatalogueEntry;
  readonly serviceId: string;
  readonly organizationId: string;
  readonly flowId: string;
  /** The form's name; what is made is called so. */
  readonly title: string;
  /** What the form asks; each is a column. */
  readonly questions: readonly AskedColumn[];
  /** `named`: the questions as their columns are called now. */
  readonly onMade: (settings: Target, named: readonly AskedColumn[] | null) => void;
}

/** Makes a table or a sheet for the answers to a form, with a column for each question, or as it is described. */
export function NewTables(props: NewTablesProps) {
  const { entry, serviceId, questions, onMade } = props;
  const [described, setDescribed] = useState(false);
  const [within, setWithin] = useState<Target>({});
  const inside = entry.createsIn;
  const isPlaced = inside === null || (within[inside] ?? '') !== '';
  const place = { ...props, within };
  return (
    <div className="flex flex-col gap-4">
      {inside !== null && (
        <TargetSteps
          entry={entry}
          serviceId={serviceId}
          picksFiles={false}
          settings={within}
          until={inside}
          onChange={setWithin}
        />
      )}
      {isPlaced && entry.suggests && (
        <SegmentedControl
          label="Columns"
          value={described ? 'described' : 'asked'}
          segments={[
            { value: 'asked', label: 'From the questions' },
            { value: 'described', label: 'From a description' },
          ]}
          onChange={(value) => setDescribed(value === 'described')}
        />
      )}
      {isPlaced &&
        (described ? (
          <Described {...place} />
        ) : inside === null ? (
          <NewSheet
            serviceId={serviceId}
            organizationId={props.organizationId}
            name={props.title}
            columns={columnsOf(questions).map(({ name }) => name)}
            onMade={(settings) => onMade(settings, columnsOf(questions))}
          />
        ) : (
          <Asked {...place} />
        ))}
    </div>
  );
}

type PlaceProps = NewTablesProps & { readonly within: Target };

/** The settings that lead to the first of what was made. */
const firstOf = (
  { targets }: CatalogueEntry,
  within: Target,
  [table]: readonly { readonly id: string; readonly name: string }[],
): Target => ({
  ...within,
  ...(targets[1] && table && { [targets[1].key]: table.id, ...namedTarget(table) }),
});

const createFault = ({ type }: CatalogueEntry) =>
  type === 'googlesheets' ? 'Error creating sheet' : 'Error creating tables';

/** A table in the chosen base, with a field for each question. */
function Asked({ entry, serviceId, title, questions, within, onMade }: PlaceProps) {
  const { busy, error, submit } = useSubmission({
    textOf: (refused) => `${createFault(entry)}: ${errorText(refused)}`,
  });
  const make = () =>
    submit(async () => {
      const named = columnsOf(questions);
      const tables = [{ name: title, headers: headersOf(named) }];
      const made = await createTargets(entry, serviceId, within, tables);
      onMade(firstOf(entry, made.within, made.tables), named);
    });
  return (
    <div className="flex flex-col items-start gap-3">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <p className="text-base text-text-muted">
        A table called “{title}” is made in it, with a field for each of {questions.length}{' '}
        {questions.length === 1 ? 'question' : 'questions'}.
      </p>
      <Button icon={Plus} loading={busy} disabled={questions.length === 0} onClick={() => void make()}>
        {busy ? 'Creating' : 'Create table'}
      </Button>
    </div>
  );
}

/** Tables that the language model of the server suggests; those that are ticked are made. */
function Described({ entry, serviceId, flowId, within, onMade }: PlaceProps) {
  const [prompt, setPrompt] = useState('');
  const [tables, setTables] = useState<readonly SuggestedTable[] | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const asking = useSubmission({ textOf: (refused) => `Error generating: ${errorText(refused)}` });
  const making = useSubmission({
    textOf: (refused) => `${createFault(entry)}: ${errorText(refused)}`,
  });
  const error = making.error ?? asking.error;
  const isSheet = entry.type === 'googlesheets';
  const chosen = (tables ?? []).filter(({ id }) => !left.has(id));
  const suggest = () =>
    asking.submit(async () => {
      making.setError(null);
      setTables(await suggestTargets(entry, prompt.trim(), flowId));
      setLeft(new Set());
    });
  const make = () =>
    making.submit(async () => {
      const made = await createTargets(entry, serviceId, within, chosen);
      onMade(firstOf(entry, made.within, made.tables), null);
    });
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const called = isSheet ? 'sheet' : 'table';
  return (
    <div className="flex flex-col gap-3">
      {error !== null && <Banner tone="danger">{error}</Banner>}
      <FormField
        label="What do you want to keep?"
        hint="The AI service of this server is sent what you write here."
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={5_000}
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
          />
        )}
      </FormField>
      <Button
        icon={Sparkles}
        className="self-start"
        loading={asking.busy}
        disabled={prompt.trim() === '' || making.busy}
        onClick={() => void suggest()}
      >
        {asking.busy ? 'Generating' : 'Generate'}
      </Button>
      {tables !== null && (
        <>
          <ul aria-label={`Suggested ${called}s`} className="divide-y overflow-hidden rounded-lg border">
            {tables.map((table) => (
              <SuggestedRow
                key={table.id}
                table={table}
                checked={!left.has(table.id)}
                onToggle={() => toggle(table.id)}
              />
            ))}
          </ul>
          <Button
            icon={Plus}
            className="self-start"
            loading={making.busy}
            disabled={chosen.length === 0 || asking.busy}
            onClick={() => void make()}
          >
            {making.busy ? 'Creating' : `Create ${chosen.length} ${called}${chosen.length === 1 ? '' : 's'}`}
          </Button>
          {chosen.length > 1 && (
            <p className="text-small text-text-muted">Answers go into the first of them.</p>
          )}
        </>
      )}
    </div>
  );
}

function SuggestedRow(props: {
  readonly table: SuggestedTable;
  readonly checked: boolean;
  readonly onToggle: () => void;
}) {
  const { name, headers } = props.table;
  return (
    <li className="px-4 py-3">
      <Checkbox
        label={<span className="font-medium text-base">{name}</span>}
        checked={props.checked}
        onChange={props.onToggle}
      />
      <p className="mt-1.5 flex flex-wrap gap-1 ps-6">
        {headers.slice(0, shownColumns).map((header) => (
          <span
            key={header.name}
            className="inline-flex h-5.5 max-w-40 items-center truncate rounded-sm bg-hover px-1.5 text-small text-text-muted"
          >
            {header.name}
          </span>
        ))}
        {headers.length > shownColumns && (
          <span className="text-small text-text-muted">+{headers.length - shownColumns}</span>
        )}
      </p>
    </li>
  );
}
