import { type DateTemplate, type FieldEnv, fieldType, zoneOf } from '@weft/core';
import type { ForeignValue, GridKind } from '../grid-kind.ts';
import { type CellPainter, cellEdges, setLine } from '../painting/cell-painter.ts';
import { fittingDate } from '../painting/text-width.ts';
import { dateSeries } from '../series/date-series.ts';
import { momentText } from './moment-text.ts';

type MomentKind = 'date' | 'datetime' | 'created_time' | 'last_modified_time';

/**
 * A date. What does not fit is given up by what can be missed: letters of the month, then the zone, where it is the
 * reader's own; so the hour is not cut. `data-whole` keeps what it is.
 */
const momentPainter = <K extends MomentKind>(kind: K): CellPainter<K> => ({
  className: 'is-figures',
  paint(cell, value, { field, env, width }) {
    const template: DateTemplate = field.template;
    const { format } = fieldType(kind);
    const whole = format(value, template, env);
    const ownZone = template.displayTimeZone && template.timezone === undefined;
    const shown = fittingDate(width - cellEdges, whole, () =>
      ownZone ? format(value, { ...template, displayTimeZone: false }, env) : whole,
    );
    setLine(cell, shown, { width });
    if (shown !== whole) cell.setAttribute('data-whole', whole);
    else if (cell.hasAttribute('data-whole')) cell.removeAttribute('data-whole');
  },
});

/** A moment of a sheet, which knows no zone: as its own clock shows it. */
function ofForeign(exact: ForeignValue, template: DateTemplate, env: FieldEnv): string | null {
  if (exact.kind !== 'moment') return null;
  if (!template.displayTime) return `${exact.wall.slice(0, 10)}T00:00:00.000Z`;
  const zoned = Temporal.PlainDateTime.from(exact.wall).toZonedDateTime(zoneOf(template, env));
  return new Date(zoned.epochMilliseconds).toISOString();
}

const moment = {
  text: momentText,
  editor: 'date',
  series: (values: readonly string[], template: DateTemplate, env: FieldEnv) =>
    dateSeries(values, template.displayTime ? zoneOf(template, env) : 'UTC'),
  ofForeign,
  family: 'moment',
  keepsOnUnfit: true,
} as const;

export const dateKind: GridKind<'date'> = { ...moment, painter: momentPainter('date') };
export const datetimeKind: GridKind<'datetime'> = { ...moment, painter: momentPainter('datetime') };

/** The instants of a record, which the server keeps. */
const keptMoment = { text: momentText, editor: null, family: 'moment' } as const;

export const createdTimeKind: GridKind<'created_time'> = {
  ...keptMoment,
  painter: momentPainter('created_time'),
};
export const lastModifiedTimeKind: GridKind<'last_modified_time'> = {
  ...keptMoment,
  painter: momentPainter('last_modified_time'),
};
