/** Settings of each kind of field (specification 2, section 3). Stored as JSON, read by each type's `readTemplate`. */
export const numberFormats = [
  'local',
  'comma_period',
  'period_comma',
  'space_comma',
  'space_period',
] as const;
export type NumberFormat = (typeof numberFormats)[number];

export const dateFormats = ['us', 'european', 'iso', 'long', 'local'] as const;
export type DateFormat = (typeof dateFormats)[number];

export const durationFormats = ['h:mm', 'h:mm:ss', 'h:mm:ss.s', 'h:mm:ss.ss', 'h:mm:ss.sss'] as const;
export type DurationFormat = (typeof durationFormats)[number];

/** In this order; a new option takes the next unused one. */
export const palette = [
  'Purple',
  'Orange',
  'Blue',
  'Gray',
  'Red',
  'Yellow',
  'Green',
  'Pink',
  'Lime',
  'Tangerine',
  'Emerald',
  'Sky',
  'Teal',
  'Indigo',
  'Cyan',
  'Violet',
  'Fuchsia',
] as const;
export type OptionColor = (typeof palette)[number];

export interface NumberTemplate {
  /** 0-6; absent: as many as the value has. */
  readonly decimalPlaces?: number;
  readonly numberFormat: NumberFormat;
  /** `false`: no thousands separators (years, ids). Absent: those of the number format. */
  readonly grouping?: false;
}

export interface CurrencyTemplate extends NumberTemplate {
  readonly currencySymbol: string;
}

export interface PercentTemplate extends NumberTemplate {
  readonly showProgressBar: boolean;
  readonly allowNegative: boolean;
}

export interface RatingTemplate {
  /** 1-10. Absent: ten stars in the grid, five in the form of a record (`mostStars`, specification 2, section 3). */
  readonly maxRating?: number;
}

export interface DurationTemplate {
  readonly format: DurationFormat;
}

export interface DateTemplate {
  readonly dateFormat: DateFormat;
  readonly displayTime: boolean;
  readonly timeFormat: '12h' | '24h';
  readonly displayTimeZone: boolean;
  /** A fixed IANA zone; without it the reader's own. */
  readonly timezone?: string;
}

export interface CheckboxTemplate {
  readonly color: OptionColor;
}

export interface SelectOption {
  /** A short generated id; what cells store. */
  readonly value: string;
  readonly label: string;
  readonly color: OptionColor;
}

export interface SelectTemplate {
  readonly options: readonly SelectOption[];
  readonly disableColors: boolean;
}

export interface LinkedRecordTemplate {
  readonly tableId: string;
  readonly allowMultiple: boolean;
  readonly inverseFieldId?: string;
}

export interface LookupTemplate {
  readonly linkedRecordFieldId: string;
  readonly lookupFieldId: string;
}
