import { anyFieldType, type BaseRecord, type Field, isSelectField, type Table } from '@weft/core';
import type { Colors } from './preview-colors.ts';
import { drawing, el, height, type Svg, textAt, width } from './svg.ts';

/** As many as there is room for. */
const shownFields = 4;
export const shownRecords = 6;

const head = 20;
const row = 19;
const primaryWidth = 78;

/** The first fields that the table's first view shows. */
export const previewFields = (table: Table): readonly Field[] => {
  const hidden = new Set(table.views[0]?.config.hiddenFieldIds);
  return table.fields.filter(({ id }) => !hidden.has(id)).slice(0, shownFields);
};

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A part of its own: what does not fit into it is cut. */
const cell = (place: Place, ...children: readonly Svg[]): Svg => el('svg', { ...place }, ...children);

function optionChips(field: Field, value: unknown, colors: Colors): readonly Svg[] | null {
  if (!isSelectField(field)) return null;
  const chosen = [value].flat();
  let x = 6;
  return field.template.options
    .filter((option) => chosen.includes(option.value))
    .slice(0, 3)
    .flatMap(({ label, color }) => {
      const name = `option-${(field.template.disableColors ? 'gray' : (color ?? 'gray')).toLowerCase()}`;
      // The width of a letter is a guess: the drawing has no font to measure.
      const size = Math.min(60, 10 + Array.from(label).length * 4.4);
      const chip = [
        el('rect', { x, y: 4, width: size, height: 11, rx: 5.5, fill: colors(`${name}-bg`) }),
        textAt(x + 5, 12, label, { fill: colors(`${name}-text`) }),
      ];
      x += size + 3;
      return chip;
    });
}

const env = { timeZone: 'UTC', locale: 'en-US' };

function content(record: BaseRecord, field: Field, at: Place, colors: Colors): readonly Svg[] {
  const value = record.data[field.id];
  if (value === undefined || value === null) return [];
  const chips = optionChips(field, value, colors);
  if (chips !== null) return chips;
  const kind = anyFieldType(field.type);
  if (value === true)
    return [
      el('rect', { x: 6, y: 5, width: 9, height: 9, rx: 2, fill: colors('accent') }),
      el('path', { d: 'M8 9.5l2 2 3.5-4', fill: 'none', stroke: colors('on-accent'), 'stroke-width': 1.2 }),
    ];
  const text = kind.format(value, field.template, env);
  return kind.measure?.adds === true
    ? [textAt(at.width - 6, 12, text, { fill: colors('text'), 'text-anchor': 'end' })]
    : [textAt(6, 12, text, { fill: colors('text') })];
}

/** The first records of a table as its grid shows them. */
export function drawTable(table: Table, records: readonly BaseRecord[], colors: Colors): string {
  const fields = previewFields(table);
  const others = (width - primaryWidth) / Math.max(1, fields.length - 1);
  const places = fields.map((_, index) => ({
    x: index === 0 ? 0 : primaryWidth + (index - 1) * others,
    width: index === 0 ? (fields.length === 1 ? width : primaryWidth) : others,
  }));
  const line = (y: number) => el('rect', { x: 0, y, width, height: 0.75, fill: colors('line-subtle') });
  return drawing([
    el('rect', { x: 0, y: 0, width, height, fill: colors('surface') }),
    el('rect', { x: 0, y: 0, width, height: head, fill: colors('sunken') }),
    line(head),
    ...fields.flatMap((field, index) => {
      const { x = 0, width: size = 0 } = places[index] ?? {};
      return [
        cell(
          { x, y: 0, width: size, height: head },
          textAt(6, 13, field.name, { fill: colors('text-muted'), 'font-weight': 500 }),
        ),
        ...(index === 0 ? [] : [el('rect', { x, y: 0, width: 0.75, height, fill: colors('line-subtle') })]),
      ];
    }),
    ...records.flatMap((record, index) => {
      const y = head + 1 + index * row;
      return [
        ...fields.map((field, column) => {
          const at = { x: 0, width: 0, ...places[column], y, height: row };
          return cell(at, ...content(record, field, at, colors));
        }),
        line(y + row - 1),
      ];
    }),
  ]);
}
