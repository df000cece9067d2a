import { useBlocker } from '@tanstack/react-router';
import {
  Badge,
  Banner,
  Button,
  ConfirmDialog,
  Dialog,
  FormField,
  SearchSelect,
  TextInput,
  toast,
} from '@weft/ui';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../error-text.ts';
import { watchLeaving } from '../../session/watch-leaving.ts';
import { useMomentFormats } from '../../shell/use-moment-formats.ts';
import { saveAvailability, type UserAvailability } from './availability-calls.ts';
import {
  type AvailabilityDraft,
  hoursText,
  isChanged,
  nextTwoWeeks,
  savedName,
  weekMinutes,
} from './availability-draft.ts';
import { DateOverrides, OutOfOffice } from './DateRules.tsx';
import { NextTwoWeeks } from './NextTwoWeeks.tsx';
import { PublicHolidays, useKeptHolidays } from './PublicHolidays.tsx';
import { WeeklyHours } from './WeeklyHours.tsx';

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

const zoneOptions = (chosen: string) =>
  (zones.includes(chosen) ? zones : [chosen, ...zones]).map((zone) => ({
    value: zone,
    label: zone.replaceAll('_', ' '),
  }));

interface EditProps {
  readonly userId: string;
  readonly availability: UserAvailability;
  /** Why whoever looks at it may not save; null: they may. */
  readonly whyNot: string | null;
  readonly onClose: () => void;
}

/** Everything of one availability; nothing of it is saved before Save. */
export function EditAvailabilityDialog({ userId, availability, whyNot, onClose }: EditProps) {
  const [before] = useState<AvailabilityDraft>(() => ({
    name: availability.name,
    timezone: availability.timezone,
    config: availability.config,
  }));
  // What is edited is what was opened, whatever is read meanwhile.
  const [version] = useState(availability.version);
  const [draft, setDraft] = useState(before);
  const [addingDate, setAddingDate] = useState(false);
  const [addingAbsence, setAddingAbsence] = useState(false);
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const { timeFormat } = useMomentFormats();
  // A date or an absence that is typed and not added would be lost, so it counts as a change.
  const adding = addingDate || addingAbsence;
  const changed = adding || isChanged(draft, before);
  const loses = useRef(changed);
  loses.current = changed;
  const closed = useRef(false);
  useEffect(() => {
    const watching = new AbortController();
    watchLeaving({ onLeave: () => {}, loses: () => loses.current }, watching.signal);
    return () => watching.abort();
  }, []);
  // The browser's own way back would lose what was changed: it asks first, like Escape.
  useBlocker({
    shouldBlockFn: () => {
      if (!loses.current || closed.current) return false;
      setLeaving(true);
      return true;
    },
    enableBeforeUnload: false,
  });
  const change = (part: Partial<AvailabilityDraft>) => setDraft((now) => ({ ...now, ...part }));
  const close = () => {
    closed.current = true;
    onClose();
  };
  const leave = () => (changed ? setLeaving(true) : close());
  const save = async () => {
    setBusy(true);
    try {
      await saveAvailability({
        userId,
        availabilityId: availability.id,
        version,
        ...draft,
        name: savedName(draft, before),
      });
      close();
    } catch (error) {
      toast(errorText(error, 'Could not update availability'), { tone: 'error' });
      setBusy(false);
    }
  };
  const disabled = whyNot !== null;
  const holidays = useKeptHolidays(draft.config.publicHolidays);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={
        <span className="flex items-center gap-3">
          Edit availability {availability.isDefault && <Badge tone="accent">Default</Badge>}
        </span>
      }
      width={900}
      minHeight={535}
      initialFocus={name}
      footer={
        <>
          {changed && (
            <p role="status" className="me-auto flex items-center gap-2 text-base text-text-muted">
              <span className="size-1.5 rounded-full bg-warning" />
              {adding
                ? `To save, add or cancel the ${addingDate ? 'date override' : 'absence'} first`
                : 'Unsaved changes'}
            </p>
          )}
          <Button size="lg" onClick={leave}>
            Cancel
          </Button>
          <Button
            size="lg"
            variant="primary"
            loading={busy}
            disabled={disabled || adding || !changed}
            onClick={() => void save()}
          >
            {busy ? 'Saving' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="-my-4 grid grid-cols-[minmax(0,1fr)] min-[800px]:-me-6 min-[800px]:grid-cols-[minmax(0,1fr)_336px]">
        <div className="py-4 min-[800px]:pe-6">
          {whyNot !== null && (
            <div className="mb-4">
              <Banner tone="info">{whyNot}</Banner>
            </div>
          )}
          <fieldset disabled={disabled} className="grid gap-4 sm:grid-cols-2">
            <FormField label="Name">
              {(control) => (
                <TextInput
                  {...control}
                  ref={name}
                  value={draft.name}
                  maxLength={255}
                  autoComplete="off"
                  onChange={(event) => change({ name: event.target.value })}
                />
              )}
            </FormField>
            <FormField label="Time zone">
              {(control) => (
                <SearchSelect
                  id={control.id}
                  label="Time zone"
                  value={draft.timezone}
                  onChange={(timezone) => change({ timezone })}
                  options={zoneOptions(draft.timezone)}
                />
              )}
            </FormField>
          </fieldset>
          <fieldset disabled={disabled} className="mt-6">
            <div className="mb-1 flex items-baseline justify-between">
              <h3 className="font-semibold text-body">Weekly hours</h3>
              <span className="text-small text-text-muted">
                {hoursText(weekMinutes(draft.config))} a week
              </span>
            </div>
            <WeeklyHours
              {...{ timeFormat, disabled }}
              days={draft.config.daySchedules}
              onChange={(daySchedules) => change({ config: { ...draft.config, daySchedules } })}
            />
          </fieldset>
        </div>
        <div className="flex flex-col gap-6 bg-sunken py-4 max-[799px]:-mx-4 max-[799px]:px-4 max-[799px]:sm:-mx-6 max-[799px]:sm:px-6 min-[800px]:border-s min-[800px]:px-5">
          <fieldset disabled={disabled} className="flex flex-col gap-6">
            <DateOverrides
              config={draft.config}
              disabled={disabled}
              adding={addingDate}
              onAdding={setAddingDate}
              onChange={(config) => change({ config })}
            />
            <OutOfOffice
              config={draft.config}
              disabled={disabled}
              adding={addingAbsence}
              onAdding={setAddingAbsence}
              onChange={(config) => change({ config })}
            />
            <PublicHolidays config={draft.config} onChange={(config) => change({ config })} />
          </fieldset>
          <NextTwoWeeks days={nextTwoWeeks(draft, new Date(), holidays)} timeFormat={timeFormat} />
        </div>
      </div>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Unsaved changes"
        confirmLabel="Discard"
        cancelLabel="Resume"
        danger
        onConfirm={close}
      >
        {`What you changed of ${before.name} is not saved yet.`}
      </ConfirmDialog>
    </Dialog>
  );
}
