import {
  aFlag,
  anId,
  aPattern,
  aText,
  aWhole,
  type Block,
  blockOf,
  type Content,
  faultsOf,
  type Json,
  type JsonSchema,
  maxBlocks,
  objectSchema,
  oneOf,
  type PropRules,
  schemaOf,
  themeProps,
} from '@weft/documents';
import { type Fault, type IdKind, isId } from '@weft/std';
import {
  conditionsRule,
  conditionsSchema,
  countConditions,
  defaultRulesRule,
  maxConditions,
} from './conditions.ts';
import { eventProps } from './event/event.ts';
import {
  formKind,
  longestCss,
  longestHelp,
  longestLabel,
  longestRedirect,
  pageKinds,
} from './form-document.ts';
import { languageProps, translationRule, translationSchemas } from './languages/language.ts';
import { saidOf, saidOfForm } from './languages/translation.ts';
import { layouts } from './one-by-one.ts';
import { maxChoices } from './questions/choosing.ts';
import { imageRule, longestAlt } from './questions/images.ts';
import {
  hasDefault,
  isQuestionTypeName,
  type QuestionTypeName,
  questionType,
  questionTypeNames,
} from './questions/question-types.ts';
import { columnTypeNames } from './questions/repeating-group/repeating-group.ts';
import { settingRule } from './questions/settings.ts';
import { certificateProps } from './quiz/certificate.ts';
import { pickRule, pointsRule, quizProps } from './quiz/quiz.ts';

export const maxQuestions = 200;
export const maxPages = 100;
const maxCapacity = 1_000_000;

const label = aText(longestLabel);
const help = aText(longestHelp);

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
  must: { type: oneOf(['choice']), label },
  may: {
    capacity: aWhole(1, maxCapacity),
    price: aText(20),
    taxRate: aText(40),
    image: imageRule,
    alt: aText(longestAlt),
    shownWhen: conditionsRule,
    points: pointsRule,
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
    type: oneOf(['part']),
    label,
    name: aPattern(/^[A-Za-z0-9]{1,40}$/),
  },
  may: { kind: oneOf(columnTypeNames), required: aFlag },
};

const pageRule: BlockRule = {
  idKind: 'pag',
  standsIn: (parent) => parent === null,
  must: {
    type: oneOf(['page']),
    kind: oneOf(pageKinds),
    label,
  },
  may: {
    help,
    next: anId('pag'),
    redirect: aText(longestRedirect),
    pick: pickRule,
    fromScore: aWhole(0, 100),
  },
};

const ruleRule: BlockRule = {
  idKind: 'rul',
  standsIn: (parent) => parent?.props.type === 'page',
  must: { type: oneOf(['rule']), when: conditionsRule, to: anId('pag') },
  may: {},
};

const questionRule = (type: QuestionTypeName): BlockRule => ({
  idKind: 'fld',
  standsIn: (parent) => parent?.props.type === 'page',
  must: { type: oneOf([type]), label, required: aFlag },
  may: {
    help,
    explanation: help,
    shownWhen: conditionsRule,
    requiredWhen: conditionsRule,
    ...(hasDefault(type) && { usualWhen: defaultRulesRule }),
    beside: oneOf([true]),
    ...Object.fromEntries(
      Object.entries(questionType(type).settings).map(([name, setting]) => [name, settingRule(setting)]),
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
    const takes = Object.hasOwn(rules, key) ? rules[key] : translationRule(key, rules, saidOf(props.type));
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
  let [questions, pages, conditions] = [0, 0, 0];
  for (const { parent, props } of Object.values(content.blocks)) {
    if (props.type === 'page') pages++;
    for (const trees of [props.shownWhen, props.requiredWhen, props.usualWhen, props.when])
      if (trees !== undefined) conditions += countConditions(trees, maxConditions);
    if (isQuestionTypeName(props.type)) questions++;
    else if (parent !== null) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  if (questions > maxQuestions)
    faults.push({ path: 'blocks', reason: `A form has at most ${maxQuestions} questions` });
  if (pages > maxPages) faults.push({ path: 'blocks', reason: `A form has at most ${maxPages} pages` });
  if (conditions > maxConditions)
    faults.push({ path: 'blocks', reason: `A form has at most ${maxConditions} conditions in all` });
  for (const [id, count] of children)
    if (count > maxChoices)
      faults.push({
        path: `blocks.${id}`,
        reason: `At most ${maxChoices} choices stand in a question, and rules on a page`,
      });
  return faults;
}

/** What a form itself may hold. */
const formProps: PropRules = {
  title: label,
  ...eventProps,
  ...quizProps,
  ...certificateProps,
  ...themeProps,
  css: aText(longestCss),
  cover: imageRule,
  background: imageRule,
  layout: oneOf(layouts),
  ...languageProps,
};

/** What is said of a value that is not one, where that is not said of any setting alike. */
const reasons: { readonly [key: string]: string } = {
  title: `A title has at most ${longestLabel} characters`,
  theme: 'There is no such theme',
};

/** Everything that is wrong with a document as a form. */
export function formFaults(content: Content): readonly Fault[] {
  const blocks = Object.entries(content.blocks);
  // What is wrong with each of far too many would take seconds to find.
  if (blocks.length > maxBlocks)
    return [{ path: 'blocks', reason: `A document has at most ${maxBlocks} blocks` }];
  const props = Object.entries(content.props).flatMap(([key, value]): readonly Fault[] => {
    const rule = Object.hasOwn(formProps, key) ? formProps[key] : translationRule(key, formProps, saidOfForm);
    const path = `props.${key}`;
    if (rule === undefined) return [{ path, reason: 'A form has no such setting' }];
    return rule(value) ? [] : [{ path, reason: reasons[key] ?? 'Not a value of this setting' }];
  });
  return [
    ...faultsOf(content),
    ...countFaults(content),
    ...props,
    ...blocks.flatMap(([id, block]) => blockFaults(content, id, block)),
  ];
}

const schemaOfBlock = ({ must, may }: BlockRule): JsonSchema => {
  // Each rule says the type of its blocks, as the one value that it may be.
  const [type] = (must.type?.schema.enum ?? []) as readonly string[];
  return objectSchema(must, may, translationSchemas({ ...must, ...may }, saidOf(type)));
};

/** Blocks by the kind of their ids, each with the props that one of these types may have. */
const blocksOf = (...rules: readonly [BlockRule, ...BlockRule[]]): JsonSchema => ({
  type: 'object',
  required: ['parent', 'order', 'props'],
  properties: {
    parent: { type: ['string', 'null'] },
    order: { type: 'string', pattern: '^[0-9A-Za-z]{1,200}$' },
    props: rules.length === 1 ? schemaOfBlock(rules[0]) : { oneOf: rules.map(schemaOfBlock) },
  },
  additionalProperties: false,
});

/**
 * What a document of a form looks like, from the rules that judge it (JSON Schema, draft 7). It cannot say where a block
 * stands, what a reference leads to and how much there is of everything; the server asks for that too.
 */
export const formDocumentSchema = (id: string): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: id,
  title: 'The document of a form',
  type: 'object',
  required: ['kind', 'schema', 'props', 'blocks'],
  properties: {
    kind: { const: formKind.kind },
    schema: { const: schemaOf(formKind) },
    props: objectSchema({}, formProps, translationSchemas(formProps, saidOfForm)),
    blocks: {
      type: 'object',
      maxProperties: maxBlocks,
      patternProperties: {
        [anId('pag').schema.pattern as string]: blocksOf(pageRule),
        [anId('rul').schema.pattern as string]: blocksOf(ruleRule),
        [anId('opt').schema.pattern as string]: blocksOf(choiceRule),
        [anId('fld').schema.pattern as string]: blocksOf(partRule, ...questionTypeNames.map(questionRule)),
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
  definitions: { conditions: conditionsSchema },
});
