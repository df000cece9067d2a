import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { workspaceRefusals } from '@weft/core';
import { Button, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { call } from '../../../api.ts';
import { paths } from '../../../paths.ts';
import { meQuery, placesQuery } from '../../../queries.ts';
import { NoAccess, NothingHere, PageLoading } from '../../../shell/pages.tsx';
import { usePageTitle } from '../../../shell/use-page-title.ts';
import { useSubmission } from '../../../shell/use-submission.ts';
import { createForm } from '../create-form.ts';

/** Whoever has no hours yet gets the usual ones: without any there is nothing to book. */
async function ensureAvailability(userId: string, timezone: string): Promise<void> {
  const path = { userId };
  const { userAvailabilities } = await call('GET /admin/userAvailabilities/availabilities/:userId', { path });
  if (userAvailabilities.length > 0) return;
  const body = { name: 'Working hours', timezone, isDefault: true };
  await call('POST /admin/userAvailabilities/', { body });
}

/** Makes a scheduling form: its name, and then its editor. */
export function NewEvent({ workspaceSlug }: { readonly workspaceSlug: string | null }) {
  usePageTitle('New scheduling form');
  const navigate = useNavigate();
  const { data: me } = useSuspenseQuery(meQuery);
  const { data: places } = useQuery(placesQuery);
  const [name, setName] = useState('30-minute meeting');
  const { busy, error, submit } = useSubmission({ leaves: true });
  const workspace = places?.workspaces.find((one) => workspaceSlug === one.id || workspaceSlug === one.slug);
  if (me === null || (workspaceSlug !== null && places === undefined)) return <PageLoading />;
  if (workspaceSlug !== null && workspace === undefined) return <NothingHere />;
  if (workspace?.accessLevel === 'read') return <NoAccess text={workspaceRefusals.write} />;
  const create = () =>
    submit(async () => {
      const zone = me.settings.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
      await ensureAvailability(me.user.id, zone);
      const flowId = await createForm(name.trim(), workspace?.id ?? null, { kind: 'scheduling' });
      await navigate({ to: paths.editor(flowId, 'edit') });
    });
  return (
    <>
      <header className="flex min-h-14 shrink-0 items-center border-line-subtle border-b px-8 max-sm:px-4">
        <h1 className="font-semibold text-title">New scheduling form</h1>
      </header>
      <form
        className="flex max-w-240 flex-col items-start gap-4 px-8 py-6 max-sm:px-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div className="w-full max-w-130">
          <FormField label="Name" hint="People who book see it above the times." error={error}>
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
        </div>
        <Button type="submit" variant="primary" size="lg" loading={busy} disabled={name.trim() === ''}>
          {busy ? 'Creating' : 'Create scheduling form'}
        </Button>
      </form>
    </>
  );
}
