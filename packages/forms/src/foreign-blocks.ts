import { type Block, ordersBetween } from '@weft/documents';
import { type IdKind, must } from '@weft/std';
import { conditionsJson } from './conditions.ts';
import { conditionsOf, type ForeignJump, fitsAfter, type MadeQuestions } from './foreign-logic.ts';
import { distinct, type ForeignQuestion, type fitted, named } from './foreign-question.ts';
import { cut } from './foreign-text.ts';
import {
  choiceProps,
  type FormQuestion,
  longestHelp,
  longestLabel,
  newChildren,
  partProps,
  questionProps,
} from './form-document.ts';
import { other } from './questions/choosing.ts';

type Blocks = { [id: string]: Block };

/** The blocks of a question that fits, with its choices and parts. */
export function questionBlocks(
  fit: ReturnType<typeof fitted>,
  parent: string,
  order: string,
  newId: (kind: IdKind) => string,
): { readonly id: string; readonly added: Blocks } {
  const id = newId('fld');
  const { type, settings, label, required, help } = fit;
  const props = { ...questionProps(type), ...settings, label, required, ...(help !== '' && { help }) };
  const added: Blocks = { [id]: { parent, order, props } };
  const own = newChildren(type, newId).filter(
    (child) => child.props.type !== 'choice' && (fit.rows.length === 0 || child.props.name !== 'row'),
  );
  const children = [
    ...fit.choices.map((choice) => ({ id: newId('opt'), props: choiceProps(choice) })),
    ...fit.rows.map((row) => ({ id: newId('fld'), props: partProps('row', row) })),
    ...(fit.takesOther ? [{ id: newId('fld'), props: partProps(other.name, other.label) }] : []),
    ...own,
  ];
  const inner = ordersBetween(null, null, children.length);
  for (const [nth, child] of children.entries())
    added[child.id] = { parent: id, order: must(inner[nth]), props: child.props };
  return { id, added };
}

/** The id of each choice by its label, as it was written elsewhere. */
export const choicesOf = (
  { choices = [] }: ForeignQuestion,
  question: FormQuestion,
): ReadonlyMap<string, string> =>
  new Map(
    choices.flatMap((label) => {
      const [short] = distinct([label]);
      const found = question.choices.find((choice) => choice.label === short);
      return found === undefined ? [] : [[label, found.id]];
    }),
  );

/** The texts of a page, as long as they may be. */
export function pageTexts(
  { title, text }: { readonly title: string; readonly text: string },
  told: string[],
): Block['props'] {
  const label = title.replaceAll(/\s+/gu, ' ').trim();
  const help = [...(label.length > longestLabel ? [title.trim()] : []), text.trim()].join('\n').trim();
  if (help.length > longestHelp) told.push(`The text of the page ${named(label)} was cut`);
  return {
    label: cut(label, longestLabel).trim(),
    ...(help !== '' && { help: cut(help, longestHelp).trim() }),
  };
}

interface JumpsOf {
  readonly blocks: Blocks;
  readonly made: MadeQuestions;
  readonly placeOf: ReadonlyMap<string, { readonly at: number; readonly id: string }>;
  readonly told: string[];
  readonly newId: (kind: IdKind) => string;
}

/** Jumps as the rules of the pages they stand behind; one that leads always is where its page leads next. */
export function jumpBlocks(jumps: readonly ForeignJump[], of: JumpsOf): Blocks {
  const { blocks, made, placeOf, told, newId } = of;
  const added: Blocks = {};
  /** Pages past whose last rule nothing is heard any more. */
  const closed = new Set<string>();
  const rules = new Map<string, Block['props'][]>();
  for (const { after, when, to } of jumps) {
    const [from, target] = [placeOf.get(after), placeOf.get(to)];
    const label = made.get(after)?.question.label ?? after;
    const say = (why: string) => void told.push(`A jump behind ${named(label)} was left out: ${why}`);
    if (from === undefined || target === undefined) say('what it leads to is not here');
    else if (target.at <= from.at) say('it leads back');
    else if (closed.has(from.id)) continue;
    else if (when === null) {
      closed.add(from.id);
      const page = must(blocks[from.id]);
      added[from.id] = { ...page, props: { ...page.props, next: target.id } };
    } else {
      const filter = conditionsOf(when, made);
      const before = [...made].flatMap(([key, { question }]) =>
        (placeOf.get(key)?.at ?? 0) <= from.at ? [question] : [],
      );
      if (filter === null || !fitsAfter(filter, before)) say('its condition cannot be told here');
      else
        rules.set(from.id, [
          ...(rules.get(from.id) ?? []),
          { type: 'rule', when: conditionsJson(filter), to: target.id },
        ]);
    }
  }
  for (const [parent, list] of rules) {
    const beside = Object.values(blocks).filter((block) => block.parent === parent);
    const last =
      beside
        .map(({ order }) => order)
        .toSorted()
        .at(-1) ?? null;
    const orders = ordersBetween(last, null, list.length);
    for (const [nth, props] of list.entries())
      added[newId('rul')] = { parent, order: must(orders[nth]), props };
  }
  return added;
}
