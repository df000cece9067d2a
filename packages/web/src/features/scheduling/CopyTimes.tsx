import { Button, Checkbox, IconButton, Popover } from '@weft/ui';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { dayNames, nameOfDay } from './availability-draft.ts';

/** Puts the times of a day on other days, instead of theirs. */
export function CopyTimes({
  isoDay,
  disabled,
  onCopy,
}: {
  readonly isoDay: number;
  readonly disabled: boolean;
  readonly onCopy: (days: ReadonlySet<number>) => void;
}) {
  const [open, setOpen] = useState(false);
  const [days, setDays] = useState<ReadonlySet<number>>(new Set());
  const day = nameOfDay(isoDay);
  const toggle = (other: number, on: boolean) =>
    setDays((before) => new Set(on ? [...before, other] : [...before].filter((one) => one !== other)));
  return (
    <Popover
      label={`Copy ${day}’s times to`}
      width={220}
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setDays(new Set());
      }}
      trigger={<IconButton plain icon={Copy} label={`Copy ${day}’s times`} disabled={disabled} />}
    >
      <p className="mb-2 text-small text-text-muted">Copy {day}’s times to</p>
      <div className="flex flex-col">
        {dayNames.map((name, place) =>
          place + 1 === isoDay ? null : (
            <Checkbox
              key={name}
              className="min-h-7 pointer-coarse:min-h-11"
              label={name}
              checked={days.has(place + 1)}
              onChange={(on) => toggle(place + 1, on)}
            />
          ),
        )}
      </div>
      <div className="-mx-3 mt-2 flex items-center justify-between border-line-subtle border-t px-3 pt-2">
        <span className="text-small text-text-muted">Replaces their times</span>
        <Button
          size="sm"
          disabled={days.size === 0}
          onClick={() => {
            setOpen(false);
            onCopy(days);
          }}
        >
          Apply
        </Button>
      </div>
    </Popover>
  );
}
