import {
  type Attachment,
  anyFieldType,
  type CellValue,
  type Field,
  isLinkField,
  isLookupField,
  isSelectField,
  isShownImage,
  mailtoLink,
  mostStars,
  type Template,
  urlLink,
} from '@weft/core';
import type { CellView } from '@weft/public';
import { appKindOf, isGauge } from '../fields/app-field-kinds.ts';
import { cellText } from '../records/cell-text.ts';
import type { ShownCell } from '../records/shown-rows.ts';
import type { Sight } from '../records/sight.ts';

/** How cells become what a page shows. */
export interface CellLooks {
  readonly sight: Sight;
  /** Where a record of a table opens; null: nowhere. */
  readonly recordHref: (tableId: string, recordId: string) => string | null;
  /** Where a file of a record is read, by way of the block that shows it. */
  readonly fileHref: (recordId: string, fieldId: string, fileId: string) => string;
}

/** Whether a column is read from its end, as numbers are. */
export const readsFromEnd = (field: Field): boolean => appKindOf(field).fromEnd === true && !isGauge(field);

const nothing: CellView = { kind: 'empty' };

function linkOf(field: Field, value: CellValue): string | null {
  const text = String(value);
  if (appKindOf(field).look === 'mail') return mailtoLink(text);
  if (appKindOf(field).look === 'phone')
    return /^\+?[\d ().-]{3,}$/.test(text) ? `tel:${text.replace(/[^\d+]/g, '')}` : null;
  const link = appKindOf(field).look === 'web' ? urlLink(text) : null;
  return link !== null && /^(https?|mailto|tel):/i.test(link) ? link : null;
}

function filesOf(
  looks: CellLooks,
  recordId: string,
  field: Field,
  value: readonly (Attachment | readonly Attachment[])[],
): CellView {
  const files = value.flat().map(({ filename, originalName, mimeType }) => {
    const href = looks.fileHref(recordId, field.id, filename);
    const thumb = isShownImage(mimeType) ? `${href}${href.includes('?') ? '&' : '?'}size=120` : null;
    return { name: originalName, href, thumb };
  });
  return files.length === 0 ? nothing : { kind: 'files', files };
}

const isFiles = (value: readonly unknown[]): value is readonly (Attachment | readonly Attachment[])[] =>
  value.flat().every((one) => typeof one === 'object' && one !== null && 'filename' in one);

/** A cell as a page shows it. */
export function cellView(looks: CellLooks, recordId: string, cell: ShownCell): CellView {
  const { field, value, links, raw } = cell;
  const { env } = looks.sight.visitor;
  const text = () => cellText(cell, env);
  if (raw !== null) return { kind: 'text', text: raw };
  if (links.length > 0) {
    const shown = isLookupField(field) ? env.shownField?.(field.template)?.field : field;
    const tableId = shown !== undefined && isLinkField(shown) ? shown.template.tableId : null;
    return {
      kind: 'records',
      records: links.map(({ id, name }) => ({
        name,
        href: tableId === null ? null : looks.recordHref(tableId, id),
      })),
    };
  }
  const { look } = appKindOf(field);
  if (look === 'check') return { kind: 'check', checked: value === true };
  if (value === null) return nothing;
  if (isSelectField(field)) {
    const chosen = new Set([value].flat());
    const options = field.template.options.filter((option) => chosen.has(option.value));
    if (options.length === 0) return nothing;
    const { disableColors } = field.template;
    return {
      kind: 'chips',
      chips: options.map(({ label, color }) => ({ label, color: disableColors ? null : color })),
    };
  }
  if (Array.isArray(value) && value.length > 0 && isFiles(value))
    return filesOf(looks, recordId, field, value);
  if (look === 'stars')
    return { kind: 'stars', count: Number(value), most: mostStars(field.template as Template<'rating'>) };
  if (isGauge(field)) return { kind: 'bar', share: Number(value), text: text() };
  const href = linkOf(field, value);
  if (href !== null) return { kind: 'link', text: text(), href };
  const isLong = look === 'long';
  return {
    kind: 'text',
    text: text(),
    ...(readsFromEnd(field) && { atEnd: true }),
    ...(isLong && { isLong }),
  };
}

/** What a box is called, ticked or not. */
export const yesOrNo = (isTicked: boolean): string => (isTicked ? 'Yes' : 'No');

/** The value of a field as a page names it: an option of a filter, a group of a chart. */
export const keyText = ({ visitor: { env } }: Sight, field: Field, key: CellValue): string =>
  appKindOf(field).look === 'check'
    ? yesOrNo(key === true)
    : key === null
      ? 'Empty'
      : anyFieldType(field.type).format(key, field.template, env);

export const keyColor = (field: Field, key: CellValue): string | null =>
  isSelectField(field) && !field.template.disableColors
    ? (field.template.options.find(({ value }) => value === key)?.color ?? null)
    : null;
