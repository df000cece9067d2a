import { isConditional } from './answers.ts';
import type { FormPage } from './form-document.ts';
import { inputsOf } from './form-document.ts';
import type { Step, Walk } from './walk.ts';

/** What somebody did on a page. */
export interface Move {
  /** The page they were on; null: none, they sent everything at once. */
  readonly pageId: string | null;
  /** 'next', 'back', 'stay', or the id of a page they have been on. */
  readonly go: string;
  /** The questions with conditions that the page has shown. */
  readonly asked: ReadonlySet<string>;
}

/** What comes of it. */
export type Turn =
  | { readonly kind: 'submit'; readonly ending: FormPage | null }
  | {
      readonly kind: 'show';
      readonly step: Step;
      /** What is to be said, by field. */
      readonly faults: ReadonlyMap<string, string>;
      /** Answers have brought up questions that the page did not show: without a script it could not. */
      readonly hasMore: boolean;
    };

const show = (step: Step, faults: Step['faults'] = new Map(), hasMore = false): Turn => ({
  kind: 'show',
  ...{ step, faults, hasMore },
});

/** The page that comes next, or that everything is there; null of a form without pages. */
export function turn({ steps, end }: Walk, { pageId, go, asked }: Move): Turn | null {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const faulty = end.kind === 'faults' ? steps.length - 1 : steps.length;
  const after = (place: number): Turn => {
    const next = steps[place + 1];
    if (next !== undefined) return show(next);
    if (end.kind === 'ending') return { kind: 'submit', ending: end.page };
    const again = end.kind === 'again' ? steps.find(({ page }) => page.id === end.page.id) : last;
    return show(again ?? last);
  };
  if (pageId === null) return faulty < steps.length ? show(last, last.faults) : after(steps.length - 1);
  const at = steps.findIndex(({ page }) => page.id === pageId);
  const here = steps[at];
  // An answer on a page before has led elsewhere.
  if (here === undefined) return show(last);
  const named = steps.slice(0, at).find(({ page }) => page.id === go);
  if (named !== undefined) return show(named);
  if (go === 'stay') return show(here);
  if (go === 'back') return show(steps[at - 1] ?? here);
  const unseen = here.shown.filter((question) => isConditional(question) && !asked.has(question.id));
  if (unseen.length > 0) {
    const fields = new Set(inputsOf(unseen).map(({ id }) => id));
    return show(here, new Map([...here.faults].filter(([id]) => !fields.has(id))), true);
  }
  return faulty <= at ? show(last, last.faults) : after(at);
}
