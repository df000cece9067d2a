import { type Block, type Content, ordersBetween } from '@weft/documents';
import { type IdKind, must } from '@weft/std';
import { conditionsJson } from './conditions.ts';
import { choicesOf, jumpBlocks, pageTexts, questionBlocks } from './foreign-blocks.ts';
import {
  conditionsOf,
  type ForeignEnding,
  type ForeignJump,
  fitsAfter,
  type MadeQuestion,
  type MadeQuestions,
} from './foreign-logic.ts';
import { type ForeignQuestion, fitted, named } from './foreign-question.ts';
import { cut, storable } from './foreign-text.ts';
import {
  firstPageId,
  longestLabel,
  longestRedirect,
  newForm,
  pageProps,
  questionsOf,
} from './form-document.ts';
import { maxPages, maxQuestions } from './form-faults.ts';
import { namesIn } from './piping.ts';
import { isSafeRedirect } from './redirect.ts';

/** A form made elsewhere, in our words. */
export interface ForeignForm {
  readonly title: string;
  readonly pages: readonly (readonly ForeignQuestion[])[];
  /** What it has and this one cannot, a sentence each. */
  readonly leftOut: readonly string[];
  /** What is said before its first page. */
  readonly cover?: { readonly title: string; readonly text: string };
  readonly jumps?: readonly ForeignJump[];
  /** The first one is reached where nothing leads elsewhere. */
  readonly endings?: readonly ForeignEnding[];
  /** It asks one question at a time. */
  readonly oneByOne?: true;
}

interface FormOfForeign {
  readonly content: Content;
  readonly questions: number;
  /** What each question, by its key elsewhere, has become. */
  readonly made: MadeQuestions;
  /** Everything that is not as it was, a sentence each. */
  readonly leftOut: readonly string[];
}

type Page = readonly ForeignQuestion[];

/** Jumps begin and end at pages, and a text names only answers of pages before it: pages begin there. */
function pagesForJumps(pages: readonly Page[], jumps: readonly ForeignJump[]): readonly Page[] {
  const starts = new Set(jumps.map(({ to }) => to));
  const ends = new Set(jumps.map(({ after }) => after));
  const found: ForeignQuestion[][] = [];
  for (const page of pages) {
    let isNew = true;
    for (const question of page) {
      const { key = '', label, help = '' } = question;
      if (isNew || starts.has(key) || namesIn(`${label}\n${help}`).length > 0) found.push([]);
      found.at(-1)?.push(question);
      isNew = ends.has(key);
    }
  }
  return found;
}

/** The draft that a form made elsewhere becomes; what it cannot hold is told, and nothing is left out silently. */
export function formOfForeign(
  given: ForeignForm,
  name: string,
  newId: (kind: IdKind) => string,
): FormOfForeign {
  // A service writes what it likes, and connectors cut it where it may be half of a character.
  const foreign = storable(given);
  const { title, pages, cover } = foreign;
  const form = newForm(cut(name.trim() || title.trim() || 'Untitled form', longestLabel));
  const blocks: { [id: string]: Block } = { ...form.blocks };
  const told: string[] = [...foreign.leftOut];
  const leads = new Set((foreign.jumps ?? []).map(({ to }) => to));
  const endings = (foreign.endings ?? []).filter(({ key, title: ending }, at) => {
    const isReached = at === 0 || leads.has(key);
    if (!isReached) told.push(`The ending ${named(ending)} was left out: nothing leads to it`);
    return isReached;
  });
  const room = maxPages - (cover === undefined ? 0 : 1) - endings.length;
  const asking = pages.filter((page) => page.length > 0);
  const split = pagesForJumps(asking, foreign.jumps ?? []);
  const takesJumps = split.length <= room;
  const jumps = takesJumps ? (foreign.jumps ?? []) : [];
  if (!takesJumps && foreign.jumps !== undefined)
    told.push('Its jumps were left out: they need more pages than a form may have');
  const filled = takesJumps ? split : asking;
  const kept = filled.slice(0, room);
  // What stood on pages too many stands on the last one.
  const shown = kept.map((page, at) => (at === room - 1 ? filled.slice(at).flat() : page));
  if (filled.length > room) told.push(`Only ${room} pages fit: the last one holds those after it`);
  const pageIds = shown.map((_, at) => (at === 0 ? firstPageId : newId('pag')));
  const endingIds = endings.map(() => newId('pag'));
  const count = Math.max(1, shown.length);
  const pageOrders = ordersBetween(null, null, count + endings.length + 1);
  const orderOf = (place: number) => must(pageOrders[place]);
  if (cover !== undefined) {
    const props = { ...pageProps('cover'), ...pageTexts(cover, told) };
    blocks[newId('pag')] = { parent: null, order: orderOf(0), props };
  }
  blocks[firstPageId] = { parent: null, order: orderOf(1), props: pageProps('form') };
  let taken = 0;
  let dropped = 0;
  const made = new Map<string, MadeQuestion>();
  /** Where each question and ending stands, by its key. */
  const placeOf = new Map<string, { readonly at: number; readonly id: string }>();
  for (const [at, page] of shown.entries()) {
    const pageId = must(pageIds[at]);
    blocks[pageId] = { parent: null, order: orderOf(at + 1), props: pageProps('form') };
    const fitting = page.slice(0, Math.max(0, maxQuestions - taken));
    dropped += page.length - fitting.length;
    const orders = ordersBetween(null, null, fitting.length);
    for (const [place, question] of fitting.entries()) {
      taken++;
      const fit = fitted(question, taken);
      told.push(...fit.lost);
      const { id, added } = questionBlocks(fit, pageId, must(orders[place]), newId);
      Object.assign(blocks, added);
      const { key } = question;
      if (key === undefined) continue;
      placeOf.set(key, { at, id: pageId });
      const read = questionsOf({ ...form, blocks: { [pageId]: must(blocks[pageId]), ...added } })[0];
      if (read !== undefined) made.set(key, { question: read, choices: choicesOf(question, read) });
      const shownWhen = question.shownWhen && conditionsOf(question.shownWhen, made);
      const before = [...made.values()].map((one) => one.question).filter((one) => one.id !== id);
      if (shownWhen && fitsAfter(shownWhen, before)) {
        const block = must(blocks[id]);
        blocks[id] = { ...block, props: { ...block.props, shownWhen: conditionsJson(shownWhen) } };
      } else if (question.shownWhen !== undefined)
        told.push(`${named(fit.label)}: its condition was left out, so it is always shown`);
    }
  }
  for (const [at, ending] of endings.entries()) {
    const id = must(endingIds[at]);
    placeOf.set(ending.key, { at: count + at, id });
    const redirect = ending.redirect?.trim() ?? '';
    const leadsOn = isSafeRedirect(redirect) && redirect.length <= longestRedirect;
    if (redirect !== '' && !leadsOn)
      told.push(`The ending ${named(ending.title)} leads nowhere: its address was left out`);
    const props = { ...pageProps('ending'), ...pageTexts(ending, told), ...(leadsOn && { redirect }) };
    blocks[id] = { parent: null, order: orderOf(count + 1 + at), props };
  }
  if (jumps.length > 0) Object.assign(blocks, jumpBlocks(jumps, { blocks, made, placeOf, told, newId }));
  if (dropped > 0)
    told.push(`A form has at most ${maxQuestions} questions: the last ${dropped} were left out`);
  const props = { ...form.props, ...(foreign.oneByOne === true && { layout: 'one' }) };
  return { content: { ...form, props, blocks }, questions: taken, made, leftOut: told };
}
