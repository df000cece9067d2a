import {
  type Attachment,
  anyFieldType,
  type CellValue,
  type Field,
  isLinkField,
  isSelectField,
  type LinkField,
  mostStars,
  type Template,
  takesManyOptions,
  zoneOf,
} from '@weft/core';
import type { ControlView } from '@weft/public';
import { appKindOf } from '../fields/app-field-kinds.ts';
import { mostAtOnce, readOptions } from '../records/read-rows.ts';
import type { Sight } from '../records/sight.ts';

/** What a control holds: what was sent and not taken, or else what the record has. */
interface Filled {
  readonly sent: readonly string[] | null;
  readonly value: CellValue;
}

/** An instant as a control for a moment has it, in the zone of the field or its reader. */
function momentText({ visitor: { env } }: Sight, field: Field, value: string): string {
  const zone = zoneOf(field.template as Template<'datetime'>, env);
  return Temporal.Instant.from(value).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);
}

function textOf(sight: Sight, field: Field, value: CellValue): string {
  if (value === null) return '';
  const { control } = appKindOf(field);
  if (control === 'date') return String(value).slice(0, 10);
  if (control === 'datetime') return momentText(sight, field, String(value));
  if (control === 'number') return String(value);
  return anyFieldType(field.type).format(value, field.template, sight.visitor.env);
}

/** Whether it holds several things, of which somebody may change one and somebody else another. */
export const holdsSeveral = (field: Field): boolean =>
  isLinkField(field)
    ? field.template.allowMultiple
    : takesManyOptions(field.type) || appKindOf(field).control === 'files';

/** What the control of a cell sends where nobody touches it. */
export function untouched(sight: Sight, field: Field, value: CellValue): readonly string[] {
  if (value === null) return [];
  const { control } = appKindOf(field);
  if (control === 'check') return value === true ? ['on'] : [];
  if (control === 'files') return (value as readonly Attachment[]).map(({ filename }) => filename);
  if (isLinkField(field)) return value as readonly string[];
  const most = control === 'stars' ? mostStars(field.template as Template<'rating'>) : 0;
  if (control === 'stars') return Number(value) >= 1 && Number(value) <= most ? [String(value)] : [];
  if (!isSelectField(field)) return [textOf(sight, field, value)];
  const known = new Set(field.template.options.map((option) => option.value));
  return [value].flat().flatMap((one) => (known.has(String(one)) ? [String(one)] : []));
}

/** What is searched among many options: the parameter of the page that says it, and what it says. */
interface Finding {
  readonly name: string;
  readonly search: string;
}

interface Choices {
  readonly options: readonly { readonly value: string; readonly label: string; readonly chosen: boolean }[];
  /** The parameter that searches among more than are here; null: there are no more. */
  readonly find: string | null;
}

/** The records that a link can lead to: those that are chosen, and the first others that a search finds. */
export async function linkChoices(
  sight: Sight,
  field: LinkField,
  chosen: ReadonlySet<string>,
  { name, search }: Finding,
): Promise<Choices> {
  const ids = [...chosen];
  const [first, own] = await Promise.all([
    readOptions(sight, field, { search }),
    ids.length === 0 ? [] : readOptions(sight, field, { ids }),
  ]);
  const known = new Map([...own, ...first].map((one) => [one.id, one.name]));
  const options = [...known].map(([id, name]) => ({
    ...{ value: id, label: name || 'Unnamed record', chosen: chosen.has(id) },
  }));
  const isCut = search !== '' || first.length >= mostAtOnce;
  return { options, find: isCut ? name : null };
}

/** The control that takes a cell of a field. */
export async function controlOf(
  sight: Sight,
  field: Field,
  { sent, value }: Filled,
  finding: Finding,
): Promise<ControlView> {
  const { control } = appKindOf(field);
  const chosen = new Set(sent ?? (value === null ? [] : [value].flat().map(String)));
  if (control === 'check')
    return { kind: 'check', checked: sent === null ? value === true : sent.includes('on') };
  if (isSelectField(field)) {
    const options = field.template.options.map((one) => ({
      ...{ value: one.value, label: one.label, chosen: chosen.has(one.value) },
    }));
    return { kind: 'select', several: takesManyOptions(field.type), options, find: null };
  }
  if (isLinkField(field)) {
    const choices = await linkChoices(sight, field, chosen, finding);
    return { kind: 'select', several: field.template.allowMultiple, ...choices };
  }
  if (control === 'stars') {
    const most = mostStars(field.template as Template<'rating'>);
    const stars = Array.from({ length: most }, (_, at) => String(at + 1));
    const options = stars.map((each) => ({ value: each, label: each, chosen: chosen.has(each) }));
    return { kind: 'select', several: false, options, find: null };
  }
  if (control === 'files') {
    const kept = (value ?? []) as readonly Attachment[];
    return {
      kind: 'files',
      kept: kept.map(({ filename, originalName }) => ({ id: filename, name: originalName })),
    };
  }
  const text = sent === null ? textOf(sight, field, value) : (sent[0] ?? '');
  if (control === 'number') return { kind: 'number', value: text, step: 'any' };
  return {
    kind: control === null || control === 'select' || control === 'records' ? 'text' : control,
    value: text,
  };
}
