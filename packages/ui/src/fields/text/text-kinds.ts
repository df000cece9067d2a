import { type FieldOf, fieldType, longTextPreview, mailtoLink, urlLink, type Value } from '@weft/core';
import { plainText } from '../cell-text.ts';
import type { GridKind } from '../grid-kind.ts';
import {
  type CellPainter,
  cutLong,
  make,
  type PaintContext,
  setLine,
  setText,
} from '../painting/cell-painter.ts';
import { formatted } from '../painting/formatted.ts';
import { textSeries } from '../series/text-series.ts';

/** Text longer than this fills a tall row's lines anyway. */
const longestShown = 500;

/** A cell of text that goes on in the next lines where a row is tall. */
const singleLineTextPainter: CellPainter<'single_line_text'> = {
  className: 'is-long',
  paint: (cell, value, { tall, width }) =>
    setLine(cell, tall ? value.slice(0, longestShown) : value, { width }),
};

const longTextPainter: CellPainter<'long_text'> = {
  className: 'is-long',
  paint: (cell, value, { tall, width }) =>
    setLine(cell, tall ? value.slice(0, longestShown) : longTextPreview(value), { width }),
};

/** Text that is a link when it is a good one; the link opens from the active cell only (see pointer.ts). */
const linked = <K extends 'email' | 'url'>(
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

const series = (values: readonly string[]) => textSeries(values);

export const singleLineTextKind: GridKind<'single_line_text'> = {
  editor: 'text',
  painter: singleLineTextPainter,
  text: { ...plainText, spellCheck: true },
  series,
};

export const longTextKind: GridKind<'long_text'> = {
  preview: longTextPreview,
  painter: longTextPainter,
  text: plainText,
  editor: 'long-text',
  series,
};

export const emailKind: GridKind<'email'> = {
  editor: 'text',
  painter: linked('email', mailtoLink),
  text: { ...plainText, inputMode: 'email' },
};

export const urlKind: GridKind<'url'> = {
  editor: 'text',
  painter: linked('url', urlLink),
  text: { ...plainText, inputMode: 'url' },
  series,
};

export const phoneNumberKind: GridKind<'phone_number'> = {
  editor: 'text',
  painter: formatted('phone_number', 'is-figures'),
  text: { ...plainText, inputMode: 'tel' },
};

/** The name of a person, which the server keeps. */
export const createdByKind: GridKind<'created_by'> = {
  editor: null,
  painter: formatted('created_by'),
  text: plainText,
};
export const lastModifiedByKind: GridKind<'last_modified_by'> = {
  editor: null,
  painter: formatted('last_modified_by'),
  text: plainText,
};
