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
  onChange,
}: {
  readonly date: string;
  readonly onChange: (date: string) => void;
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
    setShown(`${other.getFullYear()}-${twoDigits(other.getMonth() + 1)}`);
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
              aria-label={new Date(year, month - 1, index + 1).toLocaleDateString(undefined, {
                ...{ weekday: 'long', day: 'numeric', month: 'long' },
              })}
              aria-pressed={day === date}
              style={index === 0 ? { gridColumnStart: ((first.getDay() + 6) % 7) + 1 } : undefined}
              className={`h-8 rounded-md tabular-nums ${
                day === date ? 'bg-accent font-semibold text-on-accent' : 'hover:bg-hover'
              }`}
              onClick={() => onChange(day)}
            >
              {index + 1}
            </button>
          );
        })}
      </div>
    </section>
  );
}
