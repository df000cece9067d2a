import { type Block, blockOf, type Content, faultsOf, type Json, maxBlocks } from '@weft/documents';
import { type Fault, type IdKind, isId } from '@weft/std';
import { isConditionTree, isDefaultRules } from './conditions.ts';
import { eventProps } from './event/event.ts';
import { longestHelp, longestLabel, longestRedirect, pageKinds } from './form-document.ts';
import { layouts } from './one-by-one.ts';
import { maxChoices } from './questions/choosing.ts';
import { imageOf, longestAlt } from './questions/images.ts';
import {
  hasDefault,
  isQuestionTypeName,
  type QuestionTypeName,
  questionType,
} from './questions/question-types.ts';
import { isColumnType } from './questions/repeating-group/repeating-group.ts';
import { takesValue } from './questions/settings.ts';
import { certificateProps } from './quiz/certificate.ts';
import { isPick, isPoints, quizProps } from './quiz/quiz.ts';
import { formTheme } from './themes/form-themes.ts';
import { ownThemeProps } from './themes/own-theme.ts';

export const maxQuestions = 200;
const maxPages = 100;
const maxCapacity = 1_000_000;

type PropRules = { readonly [key: string]: (value: Json) => boolean };

const isLabel = (value: Json): boolean => typeof value === 'string' && value.length <= longestLabel;

const isHelp = (value: Json): boolean => typeof value === 'string' && value.length <= longestHelp;
const isPercent = (value: Json): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100;
const isPageId = (value: Json): boolean => isId('pag', value);

/** What a block of some kind may hold: where it stands, what it must have, and what it may have. */
interface BlockRule {
  readonly idKind: IdKind;
  readonly standsIn: (parent: Block | null) => boolean;
  readonly must: PropRules;
  readonly may: PropRules;
}

const typeOf = (parent: Block | null): QuestionTypeName | null => {
  const type = parent?.props.type;
  return isQuestionTypeName(type) ? type : null;
};

const choiceRule: BlockRule = {
  idKind: 'opt',
  standsIn: (parent) => {
    const type = typeOf(parent);
    return type !== null && questionType(type).choices !== undefined;
  },
  must: { type: (value) => value === 'choice', label: isLabel },
  may: {
    capacity: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= maxCapacity,
    image: (value) => imageOf(value) !== null,
    alt: (value) => typeof value === 'string' && value.length <= longestAlt,
    shownWhen: isConditionTree,
    points: isPoints,
  },
};

const partRule: BlockRule = {
  idKind: 'fld',
  standsIn: (parent) => {
    const type = typeOf(parent);
    if (type === null) return false;
    const { parts, other } = questionType(type);
    return parts !== undefined || other !== undefined;
  },
  must: {
    type: (value) => value === 'part',
    label: isLabel,
    name: (value) => typeof value === 'string' && /^[A-Za-z0-9]{1,40}$/.test(value),
  },
  may: { kind: isColumnType, required: (value) => typeof value === 'boolean' },
};

const pageRule: BlockRule = {
  idKind: 'pag',
  standsIn: (parent) => parent === null,
  must: {
    type: (value) => value === 'page',
    kind: (value) => pageKinds.some((kind) => kind === value),
    label: isLabel,
  },
  may: {
    help: isHelp,
    next: isPageId,
    redirect: (value) => typeof value === 'string' && value.length <= longestRedirect,
    pick: isPick,
    fromScore: isPercent,
  },
};

const ruleRule: BlockRule = {
  idKind: 'rul',
  standsIn: (parent) => parent?.props.type === 'page',
  must: { type: (value) => value === 'rule', when: isConditionTree, to: isPageId },
  may: {},
};

const questionRule = (type: QuestionTypeName): BlockRule => ({
  idKind: 'fld',
  standsIn: (parent) => parent?.props.type === 'page',
  must: { type: isQuestionTypeName, label: isLabel, required: (value) => typeof value === 'boolean' },
  may: {
    help: isHelp,
    explanation: isHelp,
    shownWhen: isConditionTree,
    requiredWhen: isConditionTree,
    ...(hasDefault(type) && { usualWhen: isDefaultRules }),
    beside: (value) => value === true,
    ...Object.fromEntries(
      Object.entries(questionType(type).settings).map(([name, setting]) => [
        name,
        (value: Json) => takesValue(setting, value),
      ]),
    ),
  },
});

function ruleOf(type: Json | undefined): BlockRule | null {
  if (type === 'page') return pageRule;
  if (type === 'rule') return ruleRule;
  if (type === 'choice') return choiceRule;
  if (type === 'part') return partRule;
  return isQuestionTypeName(type) ? questionRule(type) : null;
}

function blockFaults(content: Content, id: string, { parent, props }: Block): readonly Fault[] {
  const path = `blocks.${id}`;
  const rule = ruleOf(props.type);
  if (rule === null) return [{ path: `${path}.props.type`, reason: 'No type of block' }];
  const faults: Fault[] = [];
  if (!isId(rule.idKind, id)) faults.push({ path, reason: `Not an id of the shape ${rule.idKind}…` });
  if (!rule.standsIn(parent === null ? null : (blockOf(content, parent) ?? null)))
    faults.push({ path: `${path}.parent`, reason: 'This block does not stand there' });
  const rules = { ...rule.may, ...rule.must };
  for (const key of Object.keys(rule.must))
    if (!Object.hasOwn(props, key)) faults.push({ path: `${path}.props.${key}`, reason: 'Missing' });
  for (const [key, value] of Object.entries(props)) {
    const takes = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (takes === undefined || !takes(value))
      faults.push({
        path: `${path}.props.${key}`,
        reason: takes === undefined ? 'This block has no such setting' : 'Not a value of this setting',
      });
  }
  return faults;
}

function countFaults(content: Content): readonly Fault[] {
  const faults: Fault[] = [];
  const children = new Map<string, number>();
  let [questions, pages] = [0, 0];
  for (const { parent, props } of Object.values(content.blocks)) {
    if (props.type === 'page') pages++;
    if (isQuestionTypeName(props.type)) questions++;
    else if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  if (questions > maxQuestions)
    faults.push({ path: 'blocks', reason: `A form has at most ${maxQuestions} questions` });
  if (pages > maxPages) faults.push({ path: 'blocks', reason: `A form has at most ${maxPages} pages` });
  for (const [id, count] of children)
    if (count > maxChoices)
      faults.push({
        path: `blocks.${id}`,
        reason: `At most ${maxChoices} choices stand in a question, and rules on a page`,
      });
  return faults;
}

/** What a form itself may hold besides its title and the name of its theme. */
const formProps: PropRules = {
  ...eventProps,
  ...quizProps,
  ...certificateProps,
  ...ownThemeProps,
  cover: (value) => imageOf(value) !== null,
  background: (value) => imageOf(value) !== null,
  layout: (value) => layouts.some((layout) => layout === value),
};

/** Everything that is wrong with a document as a form. */
export function formFaults(content: Content): readonly Fault[] {
  const blocks = Object.entries(content.blocks);
  // What is wrong with each of far too many would take seconds to find.
  if (blocks.length > maxBlocks)
    return [{ path: 'blocks', reason: `A document has at most ${maxBlocks} blocks` }];
  const titles = Object.entries(content.props).flatMap(([key, value]): readonly Fault[] => {
    if (key === 'theme')
      return formTheme(value) === undefined
        ? [{ path: 'props.theme', reason: 'There is no such theme' }]
        : [];
    const rule = Object.hasOwn(formProps, key) ? formProps[key] : undefined;
    if (rule !== undefined)
      return rule(value) ? [] : [{ path: `props.${key}`, reason: 'Not a value of this setting' }];
    if (key !== 'title') return [{ path: `props.${key}`, reason: 'A form has no such setting' }];
    const reason = `A title has at most ${longestLabel} characters`;
    return isLabel(value) ? [] : [{ path: 'props.title', reason }];
  });
  return [
    ...faultsOf(content),
    ...countFaults(content),
    ...titles,
    ...blocks.flatMap(([id, block]) => blockFaults(content, id, block)),
  ];
}
