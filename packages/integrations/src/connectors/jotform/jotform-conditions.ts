import type {
  ForeignCondition,
  ForeignConditions,
  ForeignForm,
  ForeignJump,
  ForeignOperator,
} from '@weft/forms';
import { z } from 'zod';

const qid = z.union([z.string(), z.number()]).transform(String);
/** JSON within JSON, as the vendor keeps it; what is already read stays. */
const within = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
};
const listed = <T>(item: z.ZodType<T>) =>
  z.preprocess((value) => {
    const read = within(value);
    return Array.isArray(read) ? read : [read];
  }, z.array(item).min(1).max(200));
const term = z.object({ field: qid, operator: z.string(), value: z.unknown().optional() });
const action = z.object({
  ...{ field: qid.nullish(), fields: z.array(qid).nullish() },
  ...{ visibility: z.string().nullish(), skipTo: z.string().nullish() },
});
const condition = z.object({
  ...{ type: z.string(), link: z.string().nullish(), disabled: z.unknown().optional() },
  ...{ terms: listed(term), action: listed(action) },
});
type Condition = z.infer<typeof condition>;

const operators: { readonly [operator: string]: ForeignOperator } = {
  ...{ equals: 'is', equalDate: 'is', notEquals: 'is_not', notEqualDate: 'is_not' },
  ...{ contains: 'contains', notContains: 'does_not_contain' },
  ...{ startsWith: 'starts_with', endsWith: 'ends_with' },
  ...{ greaterThan: 'more', after: 'more', lessThan: 'less', before: 'less' },
  ...{ isEmpty: 'is_empty', isFilled: 'is_not_empty' },
};
const opposites: { readonly [K in ForeignOperator]?: ForeignOperator } = {
  ...{ is: 'is_not', is_not: 'is', contains: 'does_not_contain', does_not_contain: 'contains' },
  ...{ is_empty: 'is_not_empty', is_not_empty: 'is_empty', more: 'at_most', less: 'at_least' },
};

type Told = ForeignCondition | ForeignConditions;

function told({ field: about, operator: said, value }: z.infer<typeof term>, negated: boolean): Told | null {
  const known = Object.hasOwn(operators, said) ? operators[said] : undefined;
  const operator = negated && known !== undefined ? opposites[known] : known;
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  // An answer that is compared with another one.
  if (operator === undefined || /^\{.*\}$/.test(text.trim())) return null;
  const item: ForeignCondition = { about, operator, value: text };
  if (operator !== 'at_most' && operator !== 'at_least') return item;
  // Nothing is neither more nor less.
  return { conjunction: 'or', items: [item, { about, operator: 'is_empty' }] };
}

function conditionsOf({ terms, link }: Condition, negated: boolean): ForeignConditions | null {
  const isAll = link === 'All';
  const items = terms.map((each) => told(each, negated));
  if (!items.every((item) => item !== null)) return null;
  return { conjunction: terms.length === 1 || isAll !== negated ? 'and' : 'or', items };
}

/** What its conditions do to each question, by its id, where the page can say the same. */
interface JotformLogic {
  readonly shownWhen: ReadonlyMap<string, ForeignConditions>;
  readonly jumps: readonly ForeignJump[];
  readonly leftOut: readonly string[];
}

/** The conditions of a form in our words: what shows, hides and skips. All others are reported. */
export function logicOfJotform(given: unknown, pages: ForeignForm['pages']): JotformLogic {
  const read = within(given);
  const leftOut: string[] = [];
  const labels = new Map(pages.flat().map(({ key, label }) => [key, label]));
  const named = (id: string) => `“${(labels.get(id) ?? id).slice(0, 60)}”`;
  const pageOf = (id: string) => pages.findIndex((page) => page.some(({ key }) => key === id));
  const shows = new Map<string, (ForeignConditions | null)[]>();
  const hides = new Map<string, (ForeignConditions | null)[]>();
  const jumps: ForeignJump[] = [];
  const others = new Map<string, number>();
  const note = (what: string) => others.set(what, (others.get(what) ?? 0) + 1);
  for (const each of Array.isArray(read) ? read : []) {
    const { data } = condition.safeParse(each);
    if (data === undefined || (data.type !== 'field' && data.type !== 'page')) {
      note(z.object({ type: z.string().max(60) }).safeParse(each).data?.type ?? 'unknown');
      continue;
    }
    if (Number(data.disabled ?? 0) === 1) continue;
    for (const { field, fields, visibility, skipTo } of data.action) {
      if (data.type === 'page') {
        const at = Math.max(...data.terms.map((one) => pageOf(one.field)));
        const number = Number(/^page-(\d{1,4})$/.exec(skipTo ?? '')?.[1] ?? Number.NaN);
        const to = pages.slice(number - 1).find((page) => page.length > 0)?.[0]?.key;
        const after = pages[at]?.at(-1)?.key;
        const when = conditionsOf(data, false);
        if (after === undefined || to === undefined || when === null)
          leftOut.push(
            `A condition that skips pages was left out: it cannot be told here (${(skipTo ?? 'unknown').slice(0, 30)})`,
          );
        else jumps.push({ after, when, to });
        continue;
      }
      const does = /^(Show|Hide)(Multiple)?$/.exec(visibility ?? '')?.[1];
      if (does === undefined) note(visibility?.slice(0, 60) || 'unknown');
      else
        for (const id of fields ?? (field === null || field === undefined ? [] : [field])) {
          const list = does === 'Show' ? shows : hides;
          list.set(id, [...(list.get(id) ?? []), conditionsOf(data, does === 'Hide')]);
        }
    }
  }
  const shownWhen = new Map<string, ForeignConditions>();
  for (const id of new Set([...shows.keys(), ...hides.keys()])) {
    // What was left out is told of already.
    if (!labels.has(id)) continue;
    const found = [...(shows.get(id) ?? []), ...(hides.get(id) ?? [])];
    const known = found.filter((one) => one !== null);
    if (shows.has(id) && hides.has(id))
      leftOut.push(
        `${named(id)}: it is shown by some conditions and hidden by others, so it is always shown`,
      );
    else if (known.length < found.length)
      leftOut.push(`${named(id)}: its condition cannot be told here, so it is always shown`);
    else {
      const [first] = known;
      const conjunction = shows.has(id) ? 'or' : 'and';
      if (first !== undefined) shownWhen.set(id, known.length === 1 ? first : { conjunction, items: known });
    }
  }
  for (const [what, count] of others)
    leftOut.push(
      `${count === 1 ? 'A condition was' : `${count} conditions were`} left out: there is none of this kind here (${what})`,
    );
  return { shownWhen, jumps, leftOut };
}
