/** A day, week, month or year so many before or after the one today is in. */
export interface RelativeDate {
  readonly unit: DateUnit;
  readonly offset: number;
}

export type DateUnit = 'day' | 'week' | 'month' | 'year';

export const dateUnits: readonly { readonly value: DateUnit; readonly label: string }[] = [
  { value: 'day', label: 'days' },
  { value: 'week', label: 'weeks' },
  { value: 'month', label: 'months' },
  { value: 'year', label: 'years' },
];

const presets: readonly (RelativeDate & { readonly label: string })[] = [
  { unit: 'day', offset: 0, label: 'today' },
  { unit: 'day', offset: 1, label: 'tomorrow' },
  { unit: 'day', offset: -1, label: 'yesterday' },
  { unit: 'week', offset: 0, label: 'this week' },
  { unit: 'week', offset: -1, label: 'last week' },
  { unit: 'week', offset: 1, label: 'next week' },
  { unit: 'month', offset: 0, label: 'this month' },
  { unit: 'month', offset: -1, label: 'last month' },
  { unit: 'month', offset: 1, label: 'next month' },
  { unit: 'year', offset: 0, label: 'this year' },
  { unit: 'year', offset: -1, label: 'last year' },
  { unit: 'year', offset: 1, label: 'next year' },
];

const nameOf = ({ unit, offset }: RelativeDate): string => `${unit}${offset}`;

/** How a date can be meant: as a day of the calendar, as one of these, or as so many units from today. */
export const dateModes: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'exact', label: 'exact date' },
  ...presets.map((preset) => ({ value: nameOf(preset), label: preset.label })),
  { value: 'counted', label: 'counted from today' },
];

/** A number of units that no preset has, for whoever asks to count. */
const counted: RelativeDate = { unit: 'day', offset: -7 };

/** The operand of a condition as a relative date; null for an exact one, or none. */
export function relativeOf(value: unknown): RelativeDate | null {
  if (typeof value !== 'object' || value === null || !('unit' in value) || !('offset' in value)) return null;
  const unit = dateUnits.find((each) => each.value === value.unit)?.value;
  return unit !== undefined && typeof value.offset === 'number' ? { unit, offset: value.offset } : null;
}

/** Which of the modes an operand is of. */
export function dateModeOf(value: unknown): string {
  const relative = relativeOf(value);
  if (relative === null) return 'exact';
  const preset = presets.find((each) => each.unit === relative.unit && each.offset === relative.offset);
  return preset ? nameOf(preset) : 'counted';
}

/** The operand a mode begins with; undefined: still to be filled in. */
export function operandOfMode(mode: string): RelativeDate | undefined {
  if (mode === 'counted') return counted;
  const preset = presets.find((each) => nameOf(each) === mode);
  return preset && { unit: preset.unit, offset: preset.offset };
}
