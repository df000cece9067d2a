import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { usersOf, type WhoSees } from '@weft/apps';
import { type Table, workspaceRefusals } from '@weft/core';
import { Banner, Button, FormField, Skeleton, TextInput } from '@weft/ui';
import { Database, FilePlus2, FileUp, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../../paths.ts';
import { placesQuery } from '../../../queries.ts';
import { readNewFlowAddress } from '../../../shell/home-address.ts';
import { NoAccess, NothingHere, PageLoading } from '../../../shell/pages.tsx';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { baseQuery, noMetadata } from '../../connect-database/base-metadata.ts';
import { DatabaseList } from '../../connect-database/DatabaseList.tsx';
import { BeginChoice } from './BeginChoice.tsx';
import { type AppBegin, createApp, importApp } from './create-app.ts';
import { FileChoice, type ReadAppFile } from './FileChoice.tsx';
import { TemplateChoice } from './TemplateChoice.tsx';
import { WhoSeesChoice } from './WhoSeesChoice.tsx';

const untitled = 'Untitled app';

type Begin = 'base' | 'template' | 'blank' | 'file';

/** Makes an app: of a database at once, of a template, of an exported file, or blank; and then its editor. */
export function NewAppPage() {
  usePageTitle('New app');
  const navigate = useNavigate();
  const params: { readonly workspaceSlug?: string } = useParams({ strict: false });
  const [name, setName] = useState(untitled);
  const [begin, setBegin] = useState<Begin>('base');
  const [baseId, setBaseId] = useState<string | null>(null);
  const [who, setWho] = useState<WhoSees | null>(null);
  const [template, setTemplate] = useState<string | null>(null);
  const [file, setFile] = useState<ReadAppFile | null>(null);
  /** Where the name is one that a template has given. */
  const [given, setGiven] = useState(untitled);
  const { data: base, isError } = useQuery({ ...baseQuery(baseId ?? ''), enabled: baseId !== null });
  const slug = readNewFlowAddress({ kind: 'zite', ...params })?.workspaceSlug ?? null;
  const { data: places } = useQuery(placesQuery);
  const workspace = places?.workspaces.find((one) => slug === one.id || slug === one.slug);
  const { busy, error, setError, submit } = useSubmission({ leaves: true });
  const users = base === undefined ? null : usersOf(base.tables as unknown as readonly Table[]);
  const begins: { readonly [B in Exclude<Begin, 'file'>]: () => AppBegin | null } = {
    blank: () => ({ kind: 'blank' }),
    template: () => (template === null ? null : { kind: 'template', template }),
    base: () =>
      baseId !== null && base !== undefined && who !== null ? { kind: 'base', baseId, who } : null,
  };
  const from = begin === 'file' ? null : begins[begin]();
  const isReady = begin === 'file' ? file !== null : from !== null;
  const create = () =>
    submit(async () => {
      const place = workspace?.id ?? null;
      const flowId =
        from !== null
          ? await createApp(name.trim() || untitled, place, from)
          : file !== null && (await importApp(file.content, place));
      if (flowId !== false) await navigate({ to: paths.appEditor(flowId, 'edit') });
    });
  if (slug !== null && places === undefined) return <PageLoading />;
  if (slug !== null && workspace === undefined) return <NothingHere />;
  if (workspace?.accessLevel === 'read') return <NoAccess text={workspaceRefusals.write} />;
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">New app</h1>
      </header>
      <form
        className="flex max-w-240 flex-col gap-6 px-8 py-6 max-sm:px-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {begin !== 'file' && (
          <FormField label="Name" hint="Stands at the top of every page." error={error}>
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
        )}
        <BeginChoice
          chosen={begin}
          choices={[
            {
              ...{ value: 'base', icon: Database, title: 'From a database' },
              text: 'A list, a page and a form for each table',
            },
            {
              ...{ value: 'template', icon: LayoutTemplate, title: 'From a template' },
              text: 'Portals, shops and desks, with a database',
            },
            {
              ...{ value: 'blank', icon: FilePlus2, title: 'Blank' },
              text: 'A page with a table of three records, which everyone may read',
            },
            {
              ...{ value: 'file', icon: FileUp, title: 'From a file' },
              text: 'An app that was exported here or elsewhere',
            },
          ]}
          onChoose={(next) => {
            setError(null);
            setBegin(next);
          }}
        />
        {begin === 'template' && (
          <TemplateChoice
            chosen={template}
            onChoose={(next) => {
              setTemplate(next.name);
              // A name that somebody has written stays.
              if (name === given) {
                setName(next.title);
                setGiven(next.title);
              }
            }}
          />
        )}
        {begin === 'file' && <FileChoice chosen={file} onChoose={setFile} />}
        {begin === 'file' && error !== null && <Banner tone="danger">{error}</Banner>}
        {begin === 'base' && (
          <section aria-label="Database" className="max-w-130">
            <h2 className="mb-2 font-medium text-base">Database</h2>
            <DatabaseList
              readable
              chosen={baseId}
              onChoose={(id) => {
                setBaseId(id);
                setWho(null);
              }}
            />
            {isError && <Banner tone="danger">{noMetadata}</Banner>}
          </section>
        )}
        {begin === 'base' && baseId !== null && base === undefined && !isError && (
          <Skeleton className="h-40" />
        )}
        {begin === 'base' && base !== undefined && (
          <WhoSeesChoice chosen={who} onChoose={setWho} hasPeople={users !== null} />
        )}
        <div>
          <Button type="submit" variant="primary" size="lg" loading={busy} disabled={!isReady}>
            {begin === 'file' ? (busy ? 'Importing' : 'Import app') : busy ? 'Creating' : 'Create app'}
          </Button>
        </div>
      </form>
    </>
  );
}
