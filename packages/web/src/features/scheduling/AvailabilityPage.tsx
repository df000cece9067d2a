import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { maxAvailabilities, whyNotEdited } from '@weft/scheduling';
import { Badge, Button, ConfirmDialog, EmptyState, IconButton, Menu, SearchSelect, Skeleton } from '@weft/ui';
import { CalendarClock, CloudOff, Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { meQuery, peopleQuery } from '../../queries.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import {
  availabilitiesQuery,
  deleteAvailability,
  type UserAvailability,
  updateAvailability,
} from './availability-calls.ts';
import { hoursText, weekMinutes } from './availability-draft.ts';
import { CreateAvailabilityDialog } from './CreateAvailabilityDialog.tsx';
import { EditAvailabilityDialog } from './EditAvailabilityDialog.tsx';
import { SchedulingTabs } from './SchedulingTabs.tsx';

type Open =
  | { readonly what: 'edit' | 'delete'; readonly availability: UserAvailability }
  | { readonly what: 'create' };

interface RowProps {
  readonly userId: string;
  readonly availability: UserAvailability;
  readonly whyNot: string | null;
  readonly onOpen: (open: Open) => void;
}

function AvailabilityRow({ userId, availability, whyNot, onOpen }: RowProps) {
  const { id, name, timezone, isDefault, config } = availability;
  const { submit } = useSubmission({
    toasts: true,
    textOf: (error) => errorText(error, 'Could not update availability'),
  });
  const off = whyNot === null ? {} : { disabled: true, reason: whyNot };
  return (
    <li className="flex items-center gap-3 rounded-lg border px-4 py-3 hover:bg-row-hover">
      <button
        type="button"
        aria-label={`Edit ${name}`}
        className="min-w-0 flex-1 text-start"
        onClick={() => onOpen({ what: 'edit', availability })}
      >
        <span className="flex items-center gap-2 font-medium text-body">
          <span className="truncate">{name}</span>
          {isDefault && <Badge tone="accent">Default</Badge>}
        </span>
        <span className="block text-small text-text-muted">
          {timezone.replaceAll('_', ' ')} · {hoursText(weekMinutes(config))} a week
        </span>
      </button>
      <Menu
        align="end"
        trigger={<IconButton plain icon={Ellipsis} label={`More for ${name}`} />}
        items={[
          { label: 'Edit', onSelect: () => onOpen({ what: 'edit', availability }) },
          ...(isDefault
            ? []
            : [
                {
                  label: 'Make default',
                  ...off,
                  onSelect: () =>
                    void submit(() => updateAvailability({ userId, availabilityId: id, isDefault: true })),
                },
              ]),
          'separator',
          {
            label: 'Delete',
            danger: true,
            ...(isDefault ? { disabled: true, reason: 'Make another one the default first.' } : {}),
            ...off,
            onSelect: () => onOpen({ what: 'delete', availability }),
          },
        ]}
      />
    </li>
  );
}

function DeleteDialog(props: {
  readonly userId: string;
  readonly availability: UserAvailability;
  readonly onClose: () => void;
}) {
  const { userId, availability, onClose } = props;
  const { busy, submit } = useSubmission({ toasts: true });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${availability.name}?`}
      confirmLabel={busy ? 'Deleting' : 'Delete availability'}
      danger
      loading={busy}
      onConfirm={() =>
        void submit(async () => {
          await deleteAvailability(userId, availability.id);
          onClose();
        })
      }
    >
      Its hours and dates are deleted with it. This cannot be undone.
    </ConfirmDialog>
  );
}

/** When a person of the organization can be booked. */
export function AvailabilityPage() {
  usePageTitle('Availability');
  const { data: me } = useSuspenseQuery(meQuery);
  const { user } = useSearch({ from: '/home-layout/home/scheduling/availability' });
  const userId = user ?? me?.user.id ?? '';
  const { data: people } = useQuery(peopleQuery);
  const { data, error, refetch } = useQuery(availabilitiesQuery(userId));
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  if (me === null) return null;
  const isOwn = userId === me.user.id;
  const all = data?.userAvailabilities;
  const name = data?.limitedUser.firstName ?? '';
  const whyNot = whyNotEdited({ userId: me.user.id, isAdmin: me.isAdmin }, { userId, name });
  const close = () => setOpen(null);
  const create = isOwn && (
    <Button
      variant="primary"
      icon={Plus}
      disabled={all === undefined || all.length >= maxAvailabilities}
      onClick={() => setOpen({ what: 'create' })}
    >
      New availability
    </Button>
  );
  const list = () => {
    if (all === undefined && error !== null)
      return (
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load the availabilities"
          text={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      );
    if (all === undefined)
      return (
        <div className="flex flex-col gap-3" role="status" aria-label="Loading...">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-16 w-full" />
        </div>
      );
    if (all.length === 0)
      return (
        <EmptyState
          icon={CalendarClock}
          title={isOwn ? 'Manage your scheduling availabilities' : `${name} has no availability yet`}
          text={
            isOwn ? 'Set your weekly hours, other hours for single dates, and when you are away.' : undefined
          }
          action={create || undefined}
        />
      );
    return (
      <ul aria-label="Availabilities" className="flex flex-col gap-2">
        {all.map((availability) => (
          <AvailabilityRow key={availability.id} {...{ userId, availability, whyNot }} onOpen={setOpen} />
        ))}
      </ul>
    );
  };
  return (
    <>
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-3 px-8 py-2 max-sm:px-4">
        <h1 className="flex-1 font-semibold text-title">Availability</h1>
        {people !== undefined && people.length > 1 && (
          <div className="w-50">
            <SearchSelect
              label="Availability of"
              value={userId}
              onChange={(id) =>
                void navigate({ to: paths.availability, search: id === me.user.id ? {} : { user: id } })
              }
              options={people.map((person) => ({
                value: person.id,
                label: person.id === me.user.id ? `${person.name} (you)` : person.name,
              }))}
            />
          </div>
        )}
        {all !== undefined && all.length > 0 && create}
      </header>
      <SchedulingTabs />
      <div className="mx-auto w-full max-w-[784px] flex-1 px-8 py-6 max-sm:px-4">{list()}</div>
      {open?.what === 'create' && (
        <CreateAvailabilityDialog
          userId={userId}
          timezone={me.settings.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
          onCreated={(availability) => setOpen({ what: 'edit', availability })}
          onClose={close}
        />
      )}
      {open?.what === 'edit' && (
        <EditAvailabilityDialog
          key={open.availability.id}
          {...{ userId, whyNot }}
          availability={all?.find(({ id }) => id === open.availability.id) ?? open.availability}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteDialog userId={userId} availability={open.availability} onClose={close} />
      )}
    </>
  );
}
