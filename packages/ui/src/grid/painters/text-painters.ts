import {
  type DateTemplate,
  type FieldKind,
  type FieldOf,
  fieldType,
  longTextPreview,
  mailtoLink,
  urlLink,
  type Value,
} from '@weft/core';
import {
  type CellPainter,
  cellEdges,
  cutLong,
  make,
  type PaintContext,
  setLine,
  setText,
} from './cell-painter.ts';
import { fittingDate } from './text-width.ts';

/** Text longer than this fills a tall row's lines anyway. */
const longestShown = 500;

/** A cell of text that goes on in the next lines where a row is tall. */
export const singleLineTextPainter: CellPainter<'single_line_text'> = {
  className: 'is-long',
  paint: (cell, value, { tall, width }) =>
    setLine(cell, tall ? value.slice(0, longestShown) : value, { width }),
};

/** A cell that is one line of text, as the kind formats it. */
export const formatted = <K extends FieldKind>(kind: K, className = ''): CellPainter<K> => ({
  className,
  paint: (cell, value, { field, env, width }) =>
    setLine(cell, fieldType(kind).format(value, field.template, env), { width }),
});

/**
 * A date. What does not fit is given up by what can be missed: letters of the month, then the zone, where it is the
 * reader's own; so the hour is not cut. `data-whole` keeps what it is.
 */
export const momentPainter = <K extends 'date' | 'datetime'>(kind: K): CellPainter<K> => ({
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

export const longTextPainter: CellPainter<'long_text'> = {
  className: 'is-long',
  paint: (cell, value, { tall, width }) =>
    setLine(cell, tall ? value.slice(0, longestShown) : longTextPreview(value), { width }),
};

/** Text that is a link when it is a good one; the link opens from the active cell only (see pointer.ts). */
const linked = <K extends 'email' | 'url' | 'phone_number'>(
  kind: K,
  linkOf: (text: string) => string | null,
  className = '',
): CellPainter<K> => ({
  className,
  paint(cell, value, { field, env, width }: PaintContext<K>) {
    const text = fieldType(kind).format(value as Value<K>, field.template as FieldOf<K>['template'], env);
    const href = linkOf(value);
    if (href === null) return setLine(cell, text, { width });
    cutLong(cell, text, { width });
    const present = cell.firstElementChild;
    const link = present instanceof HTMLAnchorElement ? present : make('a', 'wg-link');
    if (present !== link) {
      link.tabIndex = -1;
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
      cell.replaceChildren(link);
    }
    link.href = href;
    setText(link, text);
  },
});

export const emailPainter = linked('email', mailtoLink);
export const urlPainter = linked('url', urlLink);
export const phonePainter = formatted('phone_number', 'is-figures');
