import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { maxAvailabilities, whyNotEdited } from '@weft/scheduling';
import { Badge, Button, ConfirmDialog, EmptyState, IconButton, Menu, SearchSelect } from '@weft/ui';
import { CalendarClock, Ellipsis, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { paths } from '../../paths.ts';
import { peopleQuery } from '../../queries.ts';
import { LoadedPart } from '../../shell/LoadedPart.tsx';
import { useSubmission } from '../../shell/use-submission.ts';
import {
  availabilitiesQuery,
  deleteAvailability,
  type UserAvailability,
  updateAvailability,
} from './availability-calls.ts';
import { hoursText, weekMinutes } from './availability-draft.ts';
import { CreateAvailabilityDialog } from './CreateAvailabilityDialog.tsx';
import { calendarsQuery } from './calendar-calls.ts';
import { EditAvailabilityDialog } from './EditAvailabilityDialog.tsx';

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

interface AvailabilityPanelProps {
  readonly me: Me;
  /** Whose they are. */
  readonly userId: string;
  /** Shows those of another person. */
  readonly onPerson: (userId: string) => void;
  /** The availability that is open from the start; `default`: whichever is. */
  readonly edited?: string | undefined;
  readonly onEdited?: () => void;
}

/** When a person of the organization can be booked. */
export function AvailabilityPanel({ me, userId, onPerson, edited, onEdited }: AvailabilityPanelProps) {
  const { data: people } = useQuery(peopleQuery);
  const query = useQuery(availabilitiesQuery(userId));
  const { data: calendars } = useQuery(calendarsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const navigate = useNavigate();
  const isOwn = userId === me.user.id;
  const all = query.data?.userAvailabilities;
  const name = query.data?.limitedUser.firstName ?? '';
  const whyNot = whyNotEdited({ userId: me.user.id, isAdmin: me.isAdmin }, { userId, name });
  const asked = all?.find(({ id, isDefault }) => (edited === 'default' ? isDefault : id === edited));
  const editing = open?.what === 'edit' ? open.availability : open === null ? asked : undefined;
  const close = () => {
    setOpen(null);
    if (asked !== undefined) onEdited?.();
  };
  const isFirst = isOwn && all?.length === 0 && calendars?.servicesAndCalendars.length === 0;
  const none = isFirst ? (
    <EmptyState
      icon={CalendarClock}
      title="Manage your scheduling availabilities"
      text="Set your weekly hours, other hours for single dates, and when you are away."
      action={<Button onClick={() => void navigate({ to: paths.scheduling })}>Setup scheduling</Button>}
    />
  ) : (
    <EmptyState
      icon={CalendarClock}
      title={isOwn ? 'No availability yet' : `${name} has no availability yet`}
      text={isOwn ? 'Until you have one, nobody can book you.' : undefined}
    />
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="font-semibold text-body">Availability</h2>
          <p className="text-base text-text-muted">The hours in which people can book.</p>
        </div>
        {people !== undefined && people.length > 1 && (
          <div className="w-50">
            <SearchSelect
              label="Availability of"
              value={userId}
              onChange={onPerson}
              options={people.map((person) => ({
                value: person.id,
                label: person.id === me.user.id ? `${person.name} (you)` : person.name,
              }))}
            />
          </div>
        )}
        {isOwn && (
          <Button
            icon={Plus}
            disabled={all === undefined || all.length >= maxAvailabilities}
            onClick={() => setOpen({ what: 'create' })}
          >
            New availability
          </Button>
        )}
      </div>
      <LoadedPart query={query} things="the availabilities" places={['h-16', 'h-16']}>
        {({ userAvailabilities }) =>
          userAvailabilities.length === 0 ? (
            none
          ) : (
            <ul aria-label="Availabilities" className="flex flex-col gap-2">
              {userAvailabilities.map((availability) => (
                <AvailabilityRow
                  key={availability.id}
                  {...{ userId, availability, whyNot }}
                  onOpen={setOpen}
                />
              ))}
            </ul>
          )
        }
      </LoadedPart>
      {open?.what === 'create' && (
        <CreateAvailabilityDialog
          userId={userId}
          timezone={me.settings.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
          onCreated={(availability) => setOpen({ what: 'edit', availability })}
          onClose={close}
        />
      )}
      {editing !== undefined && (
        <EditAvailabilityDialog
          key={editing.id}
          {...{ userId, whyNot }}
          availability={all?.find(({ id }) => id === editing.id) ?? editing}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteDialog userId={userId} availability={open.availability} onClose={close} />
      )}
    </>
  );
}
