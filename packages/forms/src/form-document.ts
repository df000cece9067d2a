import type { Filter } from '@weft/core';
import {
  type Block,
  blockOf,
  type Content,
  emptyContent,
  idsIn,
  type Json,
  type Kind,
  type Names,
  schemaOf,
} from '@weft/documents';
import type { IdKind } from '@weft/std';
import { conditionsIn, defaultRulesIn } from './conditions.ts';
import { isTranslation, readTranslationKey } from './languages/translation-key.ts';
import type { AnswerField, Choice, Part, Question, SettingValue } from './questions/question.ts';
import { isQuestionTypeName, type QuestionTypeName, questionType } from './questions/question-types.ts';

/** The page that a form begins with; ids are of one document alone. */
export const firstPageId = `pag${'0'.repeat(21)}`;

const firstPage: Block = { parent: null, order: 'V', props: { type: 'page', kind: 'form', label: '' } };

/** Version 1: what stood in the form stands on its first page. */
const intoPages = (content: Content): Content => ({
  ...content,
  blocks: {
    ...Object.fromEntries(
      Object.entries(content.blocks).map(([id, block]) => [
        id,
        block.parent === null ? { ...block, parent: firstPageId } : block,
      ]),
    ),
    [firstPageId]: firstPage,
  },
});

export const formKind: Kind = { kind: 'form', migrations: [intoPages] };

/** Characters of a label or a title. */
export const longestLabel = 255;
/** Characters of an address that an ending leads to. */
export const longestRedirect = 2_000;
/** Characters of a form's own style sheet. */
export const longestCss = 10_000;
/** Characters of what is said under a label. */
export const longestHelp = 1_000;

export type FormQuestion = Question<QuestionTypeName>;

export const newForm = (title: string): Content => ({
  ...emptyContent(formKind.kind, schemaOf(formKind)),
  props: { title },
  blocks: { [firstPageId]: firstPage },
});

/** The props of a new question. */
export const questionProps = (type: QuestionTypeName): Block['props'] => ({
  type,
  label: '',
  required: false,
});

export const pageProps = (kind: PageKind): Block['props'] => ({ type: 'page', kind, label: '' });

/** The blocks that stand in a new question: its first choices and its parts, in order. */
export function newChildren(
  type: QuestionTypeName,
  newId: (kind: IdKind) => string,
): readonly { readonly id: string; readonly props: Block['props'] }[] {
  const { choices, parts } = questionType(type);
  return [
    ...(choices?.initial ?? []).map((label) => ({ id: newId('opt'), props: choiceProps(label) })),
    ...(parts?.initial ?? []).map(({ name, label }) => ({ id: newId('fld'), props: partProps(name, label) })),
  ];
}

export const choiceProps = (label: string): Block['props'] => ({ type: 'choice', label });
export const partProps = (name: string, label: string): Block['props'] => ({ type: 'part', name, label });

export const titleOf = ({ props }: Content): string => String(props.title ?? '');

const textIn = ({ props }: Block, key: string): string => String(props[key] ?? '');

/** The conditions of a choice, where it has any. */
function withConditions({ props }: Block): Pick<Choice, 'shownWhen'> {
  const shownWhen = conditionsIn(props.shownWhen);
  return shownWhen === null ? {} : { shownWhen };
}

function questionOf(
  id: string,
  block: Block,
  children: readonly (readonly [id: string, block: Block])[],
): FormQuestion | null {
  const {
    type,
    required,
    label: _,
    help: __,
    explanation: ___,
    shownWhen,
    requiredWhen,
    usualWhen,
    beside,
    ...rest
  } = block.props;
  if (!isQuestionTypeName(type)) return null;
  const settings = Object.fromEntries(Object.entries(rest).filter(([key]) => !isTranslation(key)));
  const inner = (of: string) => children.filter(([, { props }]) => props.type === of);
  // Nobody can mend what they do not see: what comes with the address is never required.
  const isSeen = questionType(type).fromAddress === undefined;
  return {
    ...{ id, type, label: textIn(block, 'label'), help: textIn(block, 'help') },
    required: isSeen && required === true,
    settings: settings as { readonly [name: string]: SettingValue },
    choices: inner('choice').map(
      ([choice, each]): Choice => ({
        ...{ id: choice, label: textIn(each, 'label') },
        ...(typeof each.props.image === 'string' && { image: each.props.image }),
        ...(typeof each.props.alt === 'string' && { alt: each.props.alt }),
        ...withConditions(each),
        ...(typeof each.props.price === 'string' && { price: each.props.price }),
        ...(typeof each.props.taxRate === 'string' && { taxRate: each.props.taxRate }),
        ...(typeof each.props.capacity === 'number' && { capacity: each.props.capacity }),
      }),
    ),
    parts: inner('part').map(
      ([part, each]): Part => ({
        ...{ id: part, name: textIn(each, 'name'), label: textIn(each, 'label') },
        ...(typeof each.props.kind === 'string' && { kind: each.props.kind }),
        ...(each.props.required === true && { required: true }),
      }),
    ),
    shownWhen: conditionsIn(shownWhen),
    requiredWhen: isSeen ? conditionsIn(requiredWhen) : null,
    ...(usualWhen !== undefined && { usualWhen: defaultRulesIn(usualWhen) }),
    ...(beside === true && { isBeside: true }),
  };
}

export const pageKinds = ['cover', 'form', 'review', 'ending'] as const;
export type PageKind = (typeof pageKinds)[number];

/** From a page to another, where the conditions hold. */
interface PageRule {
  readonly id: string;
  readonly when: Filter;
  /** A page's id; it may be gone. */
  readonly to: string;
}

export interface FormPage {
  readonly id: string;
  readonly kind: PageKind;
  readonly title: string;
  readonly text: string;
  /** Questions and contents, in order. */
  readonly questions: readonly FormQuestion[];
  /** The first that holds counts. */
  readonly rules: readonly PageRule[];
  /** Where it leads otherwise; null: to the page behind it. */
  readonly next: string | null;
  /** Where an ending leads, with answers in it; null: nowhere. */
  readonly redirect: string | null;
  /** The page that it shows a part of, in a form that asks one question at a time. */
  readonly partOf?: string;
}

type Pairs = readonly (readonly [id: string, block: Block])[];

/** Documents do not change: what was read of one is not read again. */
const knownPages = new WeakMap<Content, readonly FormPage[]>();

/** The pages of a form in their order. */
export function pagesOf(content: Content): readonly FormPage[] {
  const known = knownPages.get(content) ?? readPages(content);
  knownPages.set(content, known);
  return known;
}

function readPages(content: Content): readonly FormPage[] {
  const parents = new Set(Object.values(content.blocks).map(({ parent }) => parent));
  const inside = (id: string | null): Pairs =>
    (parents.has(id) ? idsIn(content, id) : []).flatMap((each) => {
      const block = blockOf(content, each);
      return block === undefined ? [] : [[each, block] as const];
    });
  return inside(null).flatMap(([id, page]): readonly FormPage[] => {
    if (page.props.type !== 'page') return [];
    const blocks = inside(id);
    return [
      {
        ...{
          id,
          kind: page.props.kind as PageKind,
          title: textIn(page, 'label'),
          text: textIn(page, 'help'),
        },
        questions: blocks.flatMap(([each, block]) => questionOf(each, block, inside(each)) ?? []),
        rules: blocks.flatMap(([each, { props }]) => {
          const when = props.type === 'rule' ? conditionsIn(props.when) : null;
          return when === null ? [] : [{ id: each, when, to: String(props.to) }];
        }),
        next: typeof page.props.next === 'string' ? page.props.next : null,
        redirect: typeof page.props.redirect === 'string' ? page.props.redirect : null,
      },
    ];
  });
}

/** The place of a page among the pages, from 0. */
export const pageIndex = (pages: readonly FormPage[], { id }: Pick<FormPage, 'id'>): number =>
  pages.findIndex((each) => each.id === id);

/** The questions and contents of a form in their order. */
export const questionsOf = (content: Content): readonly FormQuestion[] =>
  pagesOf(content).flatMap(({ questions }) => questions);

/** The fields that keep the answers of these questions. */
export const fieldsOf = (questions: readonly FormQuestion[]): readonly AnswerField[] =>
  questions.flatMap((question) => questionType(question.type).fields(question));

/** Every name that texts are sent under for these questions: their fields, and what else they ask for. */
export const inputsOf = (
  questions: readonly FormQuestion[],
): readonly { readonly id: string; readonly name: string }[] =>
  questions.flatMap((question) => {
    const { fields, inputs } = questionType(question.type);
    return [...fields(question), ...(inputs?.(question) ?? [])];
  });

/** Texts that two people may write in at once, besides what people read who answer. */
const prose = new Set([
  ...['title', 'label', 'help', 'explanation', 'text', 'terms', 'css', 'description', 'confirmation'],
  ...['certificateTitle', 'certificateText', 'alt'],
]);

/** Prose, in which two people can write at once. */
export const isFormText = (key: string): boolean => prose.has(readTranslationKey(key)?.key ?? key);

/** Blocks of one sort are arranged among each other; 'question' is whatever stands on a page. */
export const peerSort = ({ props: { type } }: Block): string =>
  type === 'page' || type === 'rule' || type === 'choice' || type === 'part' ? type : 'question';

/** What a block is called in the words of a change. */
const sortOf = (block: Block): string => {
  const { type } = block.props;
  return isQuestionTypeName(type) && questionType(type).isContent === true ? 'block' : peerSort(block);
};

const propNames: { readonly [key: string]: string } = {
  title: 'title',
  label: 'label',
  help: 'description',
  required: 'answer',
  shownWhen: 'conditions for showing',
  requiredWhen: 'conditions for requiring an answer',
  usualWhen: 'what stands in it at first by conditions',
  when: 'conditions',
  to: 'target',
  next: 'next page',
  capacity: 'capacity',
  price: 'price',
  taxRate: 'tax',
  image: 'image',
  alt: 'description of the image',
  redirect: 'address it leads to',
  beside: 'place beside the block before',
  points: 'points',
  explanation: 'explanation',
  quiz: 'quiz',
  eventType: 'kind of event',
  description: 'description',
  durations: 'durations',
  slotIntervalMins: 'minutes between times',
  bufferBeforeMins: 'buffer before',
  bufferAfterMins: 'buffer after',
  noticeMins: 'notice',
  windowDays: 'days ahead',
  windowFrom: 'first date',
  windowTo: 'last date',
  maxPerDay: 'limit per day',
  maxPerWeek: 'limit per week',
  maxSeats: 'seats',
  hosts: 'hosts',
  locations: 'locations',
  assignBy: 'turns of the hosts',
  roundRobinSettings: 'kind of location',
  locationType: 'kind of location',
  approval: 'approval',
  waitingList: 'waiting list',
  guests: 'guests',
  reminders: 'reminders',
  confirmation: 'text of the confirmation',
  confirmedMail: 'mail when it is booked',
  requestedMail: 'mail when it waits for approval',
  approvedMail: 'mail when it is approved',
  declinedMail: 'mail when it is declined',
  movedMail: 'mail when it is moved',
  cancelledMail: 'mail when it is cancelled',
  reminderMail: 'mail that reminds',
  theme: 'theme',
  passMark: 'pass mark',
  showResult: 'what is told at the end',
  feedback: 'when points are told',
  timeLimit: 'time limit',
  attempts: 'number of attempts',
  leaderboard: 'leaderboard',
  pick: 'number of questions that are drawn',
  fromScore: 'least score',
  canvasColor: 'background colour',
  textColor: 'colour of texts',
  accentColor: 'colour of buttons',
  radius: 'roundness of corners',
  font: 'font',
  cover: 'cover',
  background: 'background image',
  layout: 'layout',
  language: 'language it is written in',
  languages: 'languages it is translated into',
  css: 'own styles',
  certificate: 'certificate',
  certificateTitle: 'title of the certificate',
  certificateText: 'text of the certificate',
  certificateUpright: 'orientation of the certificate',
  certificateAccent: 'colour of the certificate',
  certificateLogo: 'logo of the certificate',
};

/** How changes of a form are told in words. */
export const formNames: Names = {
  block: ({ props }) => (typeof props.label === 'string' && props.label !== '' ? props.label : null),
  sort: sortOf,
  prop: (whole, block) => {
    const translation = readTranslationKey(whole);
    if (translation !== null) {
      const named = formNames.prop?.(translation.key, block) ?? null;
      return named && `${named} in ‘${translation.language}’`;
    }
    const key = whole;
    const type = block?.props.type;
    const setting = isQuestionTypeName(type) ? questionType(type).settings[key] : undefined;
    return propNames[key] ?? (setting === undefined ? null : `setting ‘${setting.label}’`);
  },
  value: (key, value: Json) => {
    if (key === 'required') return value === true ? 'required' : 'optional';
    return value === '' ? 'nothing' : null;
  },
};
