import type {
  ForeignCondition,
  ForeignConditions,
  ForeignForm,
  ForeignJump,
  ForeignOperator,
  ForeignQuestion,
} from '@weft/forms';
import { z } from 'zod';
import {
  deepestGroup,
  fieldsIn,
  groups,
  keyOf,
  mappings,
  type TypeformField,
  typeformField,
} from './typeform-questions.ts';

const screen = z.object({
  ref: z.string().nullish(),
  title: z.string().nullish(),
  properties: z.object({ description: z.string().nullish(), redirect_url: z.string().nullish() }).nullish(),
});
const action = z.object({
  action: z.string(),
  details: z.object({ to: z.object({ type: z.string(), value: z.string() }).nullish() }).nullish(),
  condition: z.unknown().optional(),
});
export const typeformForm = z.object({
  title: z.string(),
  fields: z.array(typeformField),
  hidden: z.array(z.string()).nullish(),
  welcome_screens: z.array(screen).nullish(),
  thankyou_screens: z.array(screen).nullish(),
  logic: z
    .array(z.object({ type: z.string(), ref: z.string().nullish(), actions: z.array(action) }))
    .nullish(),
});

const operators: { readonly [op: string]: ForeignOperator } = {
  ...{ is: 'is', equal: 'is', on: 'is', is_not: 'is_not', not_equal: 'is_not', not_on: 'is_not' },
  ...{ begins_with: 'starts_with', ends_with: 'ends_with' },
  ...{ contains: 'contains', not_contains: 'does_not_contain' },
  ...{
    greater_than: 'more',
    later_than: 'more',
    greater_equal_than: 'at_least',
    later_than_or_on: 'at_least',
  },
  ...{ lower_than: 'less', earlier_than: 'less', lower_equal_than: 'at_most', earlier_than_or_on: 'at_most' },
};
const condition = z.object({ op: z.string(), vars: z.array(z.unknown()).max(100) });
const variable = z.object({ type: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) });
export const hiddenKey = (name: string) => `hidden:${name}`;
const endingKey = (ref: string) => `ending:${ref}`;
const usualEnding = 'default_tys';
/** Conditions inside conditions. */
const deepest = 4;

type Told = ForeignConditions | ForeignCondition;

/** A condition in our words; null: it cannot be told in them. */
function conditionOf(given: unknown, choices: ReadonlyMap<string, string>, depth = 0): Told | null {
  const read = condition.safeParse(given).data;
  if (read === undefined || depth > deepest) return null;
  if (read.op === 'and' || read.op === 'or') {
    const items = read.vars.map((each) => conditionOf(each, choices, depth + 1));
    return items.every((item) => item !== null) ? { conjunction: read.op, items } : null;
  }
  const [asked, compared] = read.vars.map((each) => variable.safeParse(each).data);
  const operator = Object.hasOwn(operators, read.op) ? operators[read.op] : undefined;
  if (asked === undefined || compared === undefined || operator === undefined) return null;
  if (asked.type !== 'field' && asked.type !== 'hidden') return null;
  const about = asked.type === 'hidden' ? hiddenKey(String(asked.value)) : String(asked.value);
  if (compared.type !== 'choice') return { about, operator, value: compared.value };
  const label = choices.get(String(compared.value));
  return label === undefined ? null : { about, operator, value: label };
}

/** A form of Typeform in our words. */
export function formOfTypeform(form: z.infer<typeof typeformForm>): ForeignForm {
  const leftOut: string[] = [];
  const all = form.fields.flatMap((field) => [field, ...fieldsIn(field)]);
  const titles = new Map(all.map((field) => [keyOf(field), (field.title ?? '').trim()]));
  const choices = new Map(
    all.flatMap((field) =>
      (field.properties?.choices ?? []).flatMap(({ id, ref, label }) =>
        [id, ref].flatMap((name) => (name === null || name === undefined ? [] : [[name, label] as const])),
      ),
    ),
  );
  /** Without its marks for bold and italic; an answer is named by its question, as here. */
  const plain = (text: string): string =>
    text
      .replaceAll(/\{\{(?:field|hidden):([^{}]{1,200})\}\}/g, (_, ref: string) => {
        const title = titles.get(ref) ?? ref;
        return /[{}\n]/.test(title) || title === '' ? '…' : `{{${title}}}`;
      })
      .replaceAll(/\*([^*\n]{1,1000})\*/g, '$1')
      .replaceAll(/(^|\s)_([^_\n]{1,1000})_(?=\s|$)/g, '$1$2');
  const questionOf = (field: TypeformField, depth = 0): readonly ForeignQuestion[] => {
    const [key, label] = [keyOf(field), plain(field.title ?? '')];
    const name = `“${label.slice(0, 60) || field.type}”`;
    if (groups.has(field.type) && depth === deepestGroup) {
      leftOut.push(`${name} was left out: it lies in too many groups`);
      return [];
    }
    if (groups.has(field.type)) {
      const inside = fieldsIn(field).flatMap((each) => questionOf(each, depth + 1));
      const help = plain(field.properties?.description ?? '');
      return [{ key, type: 'heading', label, ...(help !== '' && { help }) }, ...inside];
    }
    const lost: string[] = [];
    const mapping = Object.hasOwn(mappings, field.type) ? mappings[field.type] : undefined;
    const mapped = mapping?.(field, (what) => lost.push(what)) ?? null;
    if (mapped === null) {
      leftOut.push(`${name} was left out: there is no such question here (${field.type.slice(0, 60)})`);
      return [];
    }
    if (field.attachment !== undefined && field.attachment !== null)
      lost.push('its picture or video was left out');
    leftOut.push(...lost.map((what) => `${name}: ${what}`));
    const help = plain(field.properties?.description ?? '');
    const required = field.validations?.required === true;
    return [{ key, label, required, ...(help !== '' && { help }), ...mapped }];
  };
  const hidden = (form.hidden ?? []).map(
    (name): ForeignQuestion => ({
      ...{ key: hiddenKey(name), type: 'hidden', label: name },
      settings: { parameter: name.slice(0, 60) },
    }),
  );
  const questions = form.fields.flatMap((field) => questionOf(field));
  const jumps: ForeignJump[] = [];
  const actions = (form.logic ?? []).flatMap(({ ref, actions }) => actions.map((each) => ({ ref, ...each })));
  if (actions.some((each) => each.action !== 'jump'))
    leftOut.push('Its calculations, as of a score or a price, were left out');
  for (const { ref, action: does, details, condition: when } of actions) {
    const to = details?.to;
    if (does !== 'jump' || !ref || !to) continue;
    const isAlways = condition.safeParse(when).data?.op === 'always';
    const told = isAlways ? null : conditionOf(when, choices);
    if (told === null && !isAlways)
      leftOut.push(
        `A jump behind “${plain(titles.get(ref) ?? ref).slice(0, 60)}” was left out: its condition cannot be told here`,
      );
    else
      jumps.push({
        after: ref,
        when: told === null || 'items' in told ? told : { conjunction: 'and', items: [told] },
        to: to.type === 'thankyou' ? endingKey(to.value) : to.value,
      });
  }
  const isLedTo = (key: string) => jumps.some(({ to }) => to === key);
  const endings = (form.thankyou_screens ?? []).map(({ ref, title, properties: of }) => ({
    ...{ key: endingKey(ref ?? ''), title: plain(title ?? ''), text: plain(of?.description ?? '') },
    ...(of?.redirect_url && { redirect: of.redirect_url }),
  }));
  const [cover, ...others] = form.welcome_screens ?? [];
  if (others.length > 0) leftOut.push('Only the first of its welcome screens was taken');
  return {
    ...{ title: form.title, oneByOne: true, jumps, leftOut },
    pages: [[...hidden, ...questions]],
    // Its own usual ending is that of each form here.
    endings: endings.filter(({ key }) => key !== endingKey(usualEnding) || isLedTo(key)),
    ...(cover && {
      cover: { title: plain(cover.title ?? ''), text: plain(cover.properties?.description ?? '') },
    }),
  };
}
