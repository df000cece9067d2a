import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { workspaceRefusals } from '@weft/core';
import { formTemplates } from '@weft/forms';
import { Button, FormField, TextInput } from '@weft/ui';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { placesQuery } from '../../queries.ts';
import { readNewFlowAddress } from '../../shell/home-address.ts';
import { NoAccess, NothingHere, PageLoading } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { createForm } from './create-form.ts';
import { type ChosenTable, FromTable } from './FromTable.tsx';

const untitled = 'Untitled form';
/** Among the names of templates: none is called so. */
const fromTable = ' table';
const categories = [...new Set(formTemplates.map(({ category }) => category))];

/** Makes a form: its name, and then its editor. */
export function NewFormPage() {
  usePageTitle('New form');
  const navigate = useNavigate();
  const [name, setName] = useState(untitled);
  const [template, setTemplate] = useState<string | null>(null);
  const [table, setTable] = useState<ChosenTable | null>(null);
  const [ofTable, setOfTable] = useState(false);
  const slug = readNewFlowAddress(useParams({ strict: false }))?.workspaceSlug ?? null;
  const { data: places } = useQuery(placesQuery);
  const workspace = places?.workspaces.find((one) => slug === one.id || slug === one.slug);
  const { busy, error, submit } = useSubmission({ leaves: true });
  const create = () =>
    submit(async () => {
      const { basePublicIdentifier = '', tableId = null } = table ?? {};
      const flowId = await createForm(name.trim() || untitled, workspace?.id ?? null, {
        ...(template !== null && { template }),
        ...(ofTable && tableId !== null && { table: { basePublicIdentifier, tableId } }),
      });
      await navigate({ to: paths.editor(flowId, 'edit') });
    });
  if (slug !== null && places === undefined) return <PageLoading />;
  if (slug !== null && workspace === undefined) return <NothingHere />;
  if (workspace?.accessLevel === 'read') return <NoAccess text={workspaceRefusals.write} />;
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">New form</h1>
      </header>
      <form
        className="flex max-w-240 flex-col gap-4 px-8 py-6 max-sm:px-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <FormField
          label="Name"
          hint="Shown in your workspace, and above the questions until you change it there."
          error={error}
        >
          {(control) => (
            <TextInput
              {...control}
              size="lg"
              className="max-w-130"
              autoFocus
              value={name}
              maxLength={255}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        <Templates
          chosen={ofTable ? fromTable : template}
          onTable={() => {
            setTemplate(null);
            setOfTable(true);
          }}
          ofTable={ofTable && <FromTable chosen={table} onChoose={setTable} />}
          onChoose={(chosen) => {
            const titles = formTemplates.map(({ title }) => title);
            // A name that somebody wrote stays.
            if (name === untitled || titles.includes(name)) setName(chosen?.title ?? untitled);
            setTemplate(chosen?.name ?? null);
            setOfTable(false);
          }}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            loading={busy}
            disabled={ofTable && !table?.tableId}
          >
            {busy ? 'Creating' : 'Create form'}
          </Button>
        </div>
      </form>
    </>
  );
}

/** What the form begins with: nothing, or the questions of a template. */
function Templates({
  chosen,
  onChoose,
  onTable,
  ofTable,
}: {
  readonly chosen: string | null;
  readonly onTable: () => void;
  /** Where the table is chosen, once that is wanted. */
  readonly ofTable: ReactNode;
  readonly onChoose: (template: (typeof formTemplates)[number] | null) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-2 font-medium text-base">Begin with</legend>
      <Template
        title="A blank form"
        about="No questions yet"
        isChosen={chosen === null}
        onChoose={() => onChoose(null)}
      />
      <Template
        title="A table"
        about="A question for each field; answers become records"
        isChosen={chosen === fromTable}
        onChoose={onTable}
      />
      {ofTable}
      {categories.map((category) => (
        <section key={category} aria-label={category}>
          <h2 className="mb-2 font-semibold text-base">{category}</h2>
          <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
            {formTemplates
              .filter((template) => template.category === category)
              .map((template) => (
                <Template
                  key={template.name}
                  title={template.title}
                  about={template.about}
                  isChosen={template.name === chosen}
                  onChoose={() => onChoose(template)}
                />
              ))}
          </div>
        </section>
      ))}
    </fieldset>
  );
}

function Template({
  title,
  about,
  isChosen,
  onChoose,
}: {
  readonly title: string;
  readonly about: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-md border px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint">
      <input
        type="radio"
        name="template"
        className="mt-0.5 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="block font-medium text-base">{title}</span>
        <span className="block text-pretty text-small text-text-muted">{about}</span>
      </span>
    </label>
  );
}
