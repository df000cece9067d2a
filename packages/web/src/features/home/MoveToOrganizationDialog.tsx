import { useQuery } from '@tanstack/react-query';
import { canChangeOrganization, flowType } from '@weft/core';
import { Banner, Button, Dialog, FormField, Icon, InitialTile, TextInput } from '@weft/ui';
import { Check } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { api, type Flow } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery, organizationsQuery, placesQuery } from '../../queries.ts';
import { goToOrganization } from '../../shell/organization-switch.ts';
import { aboutOrganization } from './about-organization.ts';
import { FlowTile } from './FlowTile.tsx';
import { settle } from './flow-moves.ts';

const submissionsText = (count: number): string =>
  count === 1 ? '1 submission' : `${count.toLocaleString('en-US')} submissions`;

/** Moves a flow with its submissions to another organization, and goes there (specification 3, section 5). */
export function MoveToOrganizationDialog({
  flow,
  onClose,
}: {
  readonly flow: Flow;
  readonly onClose: () => void;
}) {
  const { data: me } = useQuery(meQuery);
  const { data: organizations = [], error: unread } = useQuery(organizationsQuery);
  const { data: places } = useQuery(placesQuery);
  const [to, setTo] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // Once it has moved, trying again brings the submissions after it.
  const moved = useRef(false);
  const first = useRef<HTMLInputElement>(null);
  const form = useId();
  const { submissions } = flow;
  const { noun, label } = flowType(flow.type);
  const others = organizations.filter(({ id }) => id !== me?.organization.id);
  const target = others.find(({ id }) => id === to);
  const workspace = places?.workspaces.find(({ id }) => id === flow.workspaceId);
  const wanted = `MOVE ${flow.name}`;
  const agreed = typed === wanted;
  const allowed = canChangeOrganization(true, submissions ?? 0);
  const ready = target !== undefined && submissions !== null && allowed.ok && agreed;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!ready || busy || !me) return;
    setBusy(true);
    setError(null);
    try {
      if (!moved.current) await api.moveToOrganization(flow.publicIdentifier, target.id);
      moved.current = true;
      await api.moveSessions(flow.publicIdentifier, target.id);
      await api.switchOrganization(me.user.id, target.id);
      goToOrganization({ redirectPath: paths.flow(flow) }, `Moved ${noun} to ${target.name}`);
    } catch (cause) {
      setError(cause);
      setBusy(false);
      settle();
    }
  };
  const wrong = error ?? unread;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Move to organization"
      initialFocus={first}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} size="lg" variant="primary" loading={busy} disabled={!ready}>
            Move to organization
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <div className="flex items-center gap-3 rounded-lg bg-sunken p-3">
          <FlowTile flow={flow} color={workspace?.color} />
          <span className="min-w-0">
            <span className="block truncate font-medium text-body">{flow.name}</span>
            <span className="block text-small text-text-muted sm:truncate">
              {label} · {[me?.organization.name, workspace?.name ?? 'Home'].filter(Boolean).join(', ')}
              {submissions !== null && ` · ${submissionsText(submissions)}`}
            </span>
          </span>
        </div>
        <fieldset>
          <legend className="pb-1.5 font-medium text-small text-text-muted">Organization</legend>
          <div className="max-h-[min(600px,40vh)] divide-y divide-line-subtle overflow-y-auto rounded-lg border">
            {others.map((organization, i) => (
              <label
                key={organization.id}
                className={`flex h-13 items-center gap-3 px-3 ${
                  organization.id === to ? 'bg-accent-tint' : 'hover:bg-row-hover'
                }`}
              >
                <InitialTile name={organization.name} id={organization.id} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium text-body">{organization.name}</span>
                  <span className="block truncate text-small text-text-muted">
                    {aboutOrganization(organization)}
                  </span>
                </span>
                <input
                  ref={i === 0 ? first : undefined}
                  type="radio"
                  name="organization"
                  className="size-4 accent-accent"
                  checked={organization.id === to}
                  onChange={() => setTo(organization.id)}
                />
              </label>
            ))}
          </div>
        </fieldset>
        {allowed.ok ? (
          <Banner tone="warning">
            <b className="font-semibold">This can’t be undone.</b> The {noun} leaves {me?.organization.name}
            {submissions !== null && submissions > 0 && `, then its ${submissionsText(submissions)} follow`}.
          </Banner>
        ) : (
          <Banner tone="danger">{allowed.error.message}</Banner>
        )}
        <FormField
          label={
            <>
              Type <b className="font-semibold text-text">{wanted}</b> to confirm
            </>
          }
        >
          {(control) => (
            <span className="relative block">
              <TextInput
                {...control}
                size="lg"
                value={typed}
                autoComplete="off"
                spellCheck={false}
                className="pe-9"
                onChange={(event) => setTyped(event.target.value)}
              />
              {agreed && (
                <Icon
                  of={Check}
                  className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-success-text"
                />
              )}
            </span>
          )}
        </FormField>
        {wrong !== null && <Banner tone="danger">Error: {errorText(wrong)}</Banner>}
      </form>
    </Dialog>
  );
}
