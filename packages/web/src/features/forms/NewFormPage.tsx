import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { workspaceRefusals } from '@weft/core';
import { pageTheme } from '@weft/documents';
import { formTemplates } from '@weft/forms';
import { withoutUndefined } from '@weft/std';
import { Button, FormField, TextInput, toast } from '@weft/ui';
import { useState } from 'react';
import { ThemeChoice } from '../../editor/ThemeChoice.tsx';
import { paths } from '../../paths.ts';
import { placesQuery } from '../../queries.ts';
import { type Creation, creationPath, readCreation, readNewFlowAddress } from '../../shell/home-address.ts';
import { NoAccess, NothingHere, PageLoading } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { foreignFormQuery } from '../integrations/integration-queries.ts';
import { createForm } from './create-form.ts';
import { NewEvent } from './event/NewEvent.tsx';
import { blankPayment, blankQuiz, FormTemplates, fromService, fromTable } from './FormTemplates.tsx';
import { type ChosenForm, FromService } from './FromService.tsx';
import { type ChosenTable, FromTable } from './FromTable.tsx';

const untitled = 'Untitled form';

/** What was chosen in another stage and has no place in the path. */
interface NewFormSearch {
  readonly name?: string;
  readonly base?: string;
  readonly table?: string;
  /** 'service': a form of another one is chosen. */
  readonly from?: string;
  /** The connection that one comes back with. */
  readonly connected?: string;
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function readSearch(search: { readonly [key: string]: unknown }): NewFormSearch {
  const { name, base, table, from, connected } = search;
  return withoutUndefined({
    ...{ name: textIn(name), base: textIn(base), table: textIn(table) },
    ...{ from: textIn(from), connected: textIn(connected) },
  });
}

function tableIn({ base, table }: NewFormSearch): ChosenTable | null {
  return base === undefined ? null : { basePublicIdentifier: base, tableId: table ?? null };
}

/** Makes what the address names: a form, or one that is booked. */
export function NewFormPage() {
  const params: { readonly kind?: string; readonly workspaceSlug?: string } = useParams({ strict: false });
  const address = readNewFlowAddress(params);
  return address?.type === 'scheduling' ? <NewEvent workspaceSlug={address.workspaceSlug} /> : <NewForm />;
}

/** Makes a form, in the stage that the address names: its name and questions, or its theme; and then its editor. */
function NewForm() {
  usePageTitle('New form');
  const navigate = useNavigate();
  const params: { readonly kind?: string; readonly workspaceSlug?: string; readonly _splat?: string } =
    useParams({ strict: false });
  const search = readSearch(useSearch({ strict: false }));
  const creation = readCreation(params._splat);
  const known = formTemplates.find((one) => one.name === creation.template);
  const theme = pageTheme(creation.theme)?.name ?? null;
  const [name, setName] = useState(search.name ?? known?.title ?? untitled);
  const named = readNewFlowAddress(params)?.type;
  const usual = named === 'quiz' ? blankQuiz : named === 'payment' ? blankPayment : null;
  const [template, setTemplate] = useState<string | null>(
    creation.template === blankQuiz || creation.template === blankPayment
      ? creation.template
      : (known?.name ?? usual),
  );
  const [table, setTable] = useState<ChosenTable | null>(tableIn(search));
  const [ofTable, setOfTable] = useState(table !== null);
  const [foreign, setForeign] = useState<ChosenForm | null>(null);
  const [isForeign, setIsForeign] = useState(search.from === 'service');
  const { data: foreseen } = useQuery({
    ...foreignFormQuery(foreign ?? { serviceId: '', formId: '' }),
    enabled: isForeign && foreign !== null,
  });
  // A name that somebody wrote stays.
  const shownName = isForeign && name === untitled ? foreseen?.title || untitled : name;
  const slug = readNewFlowAddress(params)?.workspaceSlug ?? null;
  const { data: places } = useQuery(placesQuery);
  const workspace = places?.workspaces.find((one) => slug === one.id || slug === one.slug);
  const { busy, error, submit } = useSubmission({ leaves: true });
  /** Another stage or choice, with all that is chosen by now. */
  const lead = (to: Partial<Creation>, options?: { readonly replace: boolean }) =>
    void navigate({
      to: creationPath({ ...creation, theme, template: ofTable ? null : template, ...to }, slug),
      search: {
        name: name.trim() || untitled,
        ...(ofTable && table?.tableId && { base: table.basePublicIdentifier, table: table.tableId }),
      },
      ...options,
    });
  const create = () =>
    submit(async () => {
      const { basePublicIdentifier = '', tableId = null } = table ?? {};
      const isOfTable = ofTable && tableId !== null;
      const flowId = await createForm(shownName.trim() || untitled, workspace?.id ?? null, {
        ...(template === blankQuiz
          ? { kind: 'quiz' }
          : template === blankPayment
            ? { kind: 'payment' }
            : template !== null && { template }),
        ...(theme !== null && { theme }),
        ...(isForeign && foreign !== null && { from: foreign }),
        ...(isOfTable && { table: { basePublicIdentifier, tableId } }),
      });
      if (isForeign && foreign?.answers === true)
        toast('Its answers are on their way', {
          action: { label: 'Show', onSelect: () => void navigate({ to: paths.editor(flowId, 'results') }) },
        });
      // Made for a service: the next step is to connect it.
      const { serviceType } = creation;
      const isConnectedNext = serviceType !== null && !isOfTable;
      await navigate({
        to: paths.editor(flowId, isConnectedNext ? 'integrations' : 'edit'),
        // Databases of ours are connected on the first page of the tab.
        search: isConnectedNext && serviceType !== 'databases' ? { view: `new.${serviceType}` } : {},
      });
    });
  if (slug !== null && places === undefined) return <PageLoading />;
  if (slug !== null && workspace === undefined) return <NothingHere />;
  if (workspace?.accessLevel === 'read') return <NoAccess text={workspaceRefusals.write} />;
  const choosesTheme = creation.stage === 'choose-theme';
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
              value={shownName}
              maxLength={255}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        {choosesTheme ? (
          <section aria-labelledby="choose-theme" className="max-w-130">
            <h2 id="choose-theme" className="mb-2 font-medium text-base">
              Choose a theme
            </h2>
            <ThemeChoice chosen={theme} onChoose={(next) => lead({ theme: next }, { replace: true })} />
          </section>
        ) : (
          <FormTemplates
            chosen={isForeign ? fromService : ofTable ? fromTable : template}
            onQuiz={() => {
              setTemplate(blankQuiz);
              setOfTable(false);
              setIsForeign(false);
            }}
            onPayment={() => {
              setTemplate(blankPayment);
              setOfTable(false);
              setIsForeign(false);
            }}
            onTable={() => {
              setTemplate(null);
              setOfTable(true);
              setIsForeign(false);
            }}
            onService={() => {
              setTemplate(null);
              setOfTable(false);
              setIsForeign(true);
            }}
            ofService={
              isForeign && (
                <FromService
                  chosen={foreign}
                  connected={search.connected}
                  returnTo={`${location.pathname}?${new URLSearchParams({ name, from: 'service' })}`}
                  onChoose={setForeign}
                />
              )
            }
            ofTable={
              ofTable && (
                <FromTable
                  chosen={table}
                  onChoose={(next) => {
                    // A name that somebody wrote stays.
                    if (name === untitled || name === table?.name) setName(next.name ?? untitled);
                    setTable(next);
                  }}
                />
              )
            }
            onChoose={(chosen) => {
              const titles = formTemplates.map(({ title }) => title);
              // A name that somebody wrote stays.
              if (name === untitled || titles.includes(name)) setName(chosen?.title ?? untitled);
              setTemplate(chosen?.name ?? null);
              setOfTable(false);
              setIsForeign(false);
            }}
          />
        )}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            loading={busy}
            disabled={
              (ofTable && !table?.tableId) || (isForeign && (foreign === null || foreseen === undefined))
            }
          >
            {busy ? 'Creating' : 'Create form'}
          </Button>
          {choosesTheme ? (
            <Button size="lg" onClick={() => lead({ stage: 'choose-template' })}>
              Choose a template
            </Button>
          ) : (
            <Button
              size="lg"
              disabled={isForeign || (ofTable && !table?.tableId)}
              onClick={() => lead({ stage: 'choose-theme' })}
            >
              Choose a theme
            </Button>
          )}
          {ofTable && !table?.tableId && <p className="text-small text-text-muted">Choose a table first.</p>}
        </div>
      </form>
    </>
  );
}
