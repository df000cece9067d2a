import { IconButton } from '@weft/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const isoOf = (year: number, month: number, day: number): string =>
  `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`;

/** A date so many days later. */
export function dateAfter(date: string, days: number): string {
  const later = new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000);
  return later.toISOString().slice(0, 10);
}

const dayNames = ['M', 'T', 'W', 'T', 'F', 'S', 'S'];

/** A month of which a day is chosen. */
export function DayPicker({
  date,
  open,
  onChange,
  onMonth,
}: {
  readonly date: string;
  /** The dates that have something, which a dot tells; undefined: no date has a dot. */
  readonly open?: ReadonlySet<string>;
  readonly onChange: (date: string) => void;
  /** The month that is shown now, as in 2026-11. */
  readonly onMonth?: (month: string) => void;
}) {
  const [shown, setShown] = useState(date.slice(0, 7));
  const [known, setKnown] = useState(date);
  if (known !== date) {
    setKnown(date);
    setShown(date.slice(0, 7));
  }
  const [year = 0, month = 0] = shown.split('-').map(Number);
  const first = new Date(year, month - 1, 1);
  const days = new Date(year, month, 0).getDate();
  const go = (months: number) => {
    const other = new Date(year, month - 1 + months, 1);
    const next = `${other.getFullYear()}-${twoDigits(other.getMonth() + 1)}`;
    setShown(next);
    onMonth?.(next);
  };
  return (
    <section aria-label="Month">
      <div className="mb-2 flex items-center gap-1">
        <h2 className="flex-1 font-semibold text-base">
          {first.toLocaleDateString(undefined, { month: 'long', year: 'numeric' })}
        </h2>
        <IconButton plain size="sm" icon={ChevronLeft} label="Month before" onClick={() => go(-1)} />
        <IconButton plain size="sm" icon={ChevronRight} label="Month after" onClick={() => go(1)} />
      </div>
      <div className="grid grid-cols-7 gap-y-0.5 text-center text-small">
        {dayNames.map((name, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two days of a week begin with the same letter
          <span key={column} aria-hidden="true" className="py-1 text-text-subtle">
            {name}
          </span>
        ))}
        {Array.from({ length: days }, (_, index) => {
          const day = isoOf(year, month - 1, index + 1);
          return (
            <button
              key={day}
              type="button"
              aria-label={[
                new Date(year, month - 1, index + 1).toLocaleDateString(undefined, {
                  ...{ weekday: 'long', day: 'numeric', month: 'long' },
                }),
                ...(open?.has(day) === true ? ['has times on offer'] : []),
              ].join(', ')}
              aria-pressed={day === date}
              style={index === 0 ? { gridColumnStart: ((first.getDay() + 6) % 7) + 1 } : undefined}
              className={`relative h-8 rounded-md tabular-nums ${
                day === date
                  ? 'bg-accent font-semibold text-on-accent'
                  : open === undefined || open.has(day)
                    ? `hover:bg-hover ${open === undefined ? '' : 'font-semibold'}`
                    : 'text-text-muted hover:bg-hover'
              }`}
              onClick={() => onChange(day)}
            >
              {index + 1}
              {open?.has(day) === true && (
                <span
                  aria-hidden="true"
                  className="absolute inset-x-0 bottom-1 mx-auto size-1 rounded-full bg-current opacity-70"
                />
              )}
            </button>
          );
        })}
      </div>
      {open !== undefined && (
        <p aria-hidden="true" className="mt-2 flex items-center gap-2 text-small text-text-muted">
          <span className="size-1 rounded-full bg-current" />
          has times on offer
        </p>
      )}
    </section>
  );
}
