import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Button, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { placesQuery } from '../../queries.ts';
import { readNewFlowAddress } from '../../shell/home-address.ts';
import { NoAccess, NothingHere, PageLoading } from '../../shell/pages.tsx';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { createForm } from './create-form.ts';

const untitled = 'Untitled form';

/** Makes a form: its name, and then its editor. */
export function NewFormPage() {
  usePageTitle('New form');
  const navigate = useNavigate();
  const [name, setName] = useState(untitled);
  const slug = readNewFlowAddress(useParams({ strict: false }))?.workspaceSlug ?? null;
  const { data: places } = useQuery(placesQuery);
  const workspace = places?.workspaces.find((one) => slug === one.id || slug === one.slug);
  const { busy, error, submit } = useSubmission({ leaves: true });
  const create = () =>
    submit(async () => {
      const flowId = await createForm(name.trim() || untitled, workspace?.id ?? null);
      await navigate({ to: paths.editor(flowId, 'edit') });
    });
  if (slug !== null && places === undefined) return <PageLoading />;
  if (slug !== null && workspace === undefined) return <NothingHere />;
  if (workspace?.accessLevel === 'read')
    return (
      <NoAccess text="You do not have write access to this workspace. Ask an admin to grant you permission." />
    );
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">New form</h1>
      </header>
      <form
        className="flex max-w-130 flex-col gap-4 px-8 py-6 max-sm:px-4"
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
              autoFocus
              value={name}
              maxLength={255}
              autoComplete="off"
              onFocus={(event) => event.target.select()}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        <div>
          <Button type="submit" variant="primary" size="lg" loading={busy}>
            {busy ? 'Creating' : 'Create form'}
          </Button>
        </div>
      </form>
    </>
  );
}
