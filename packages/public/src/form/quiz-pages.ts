import { type Html, html } from '../html.ts';
import type { Words } from '../languages/words.ts';
import { type PageFiles, page, wordsOf } from '../page.ts';

/** What somebody is to know before a quiz begins. */
interface QuizTerms {
  /** Null: it takes as long as it takes. */
  readonly minutes: number | null;
  /** Null: it can be taken again and again. */
  readonly attemptsLeft: number | null;
  readonly isJudgedByPage: boolean;
}

/** The press on this page begins a quiz: opening its address costs nobody an attempt. */
export function startPage(
  files: PageFiles,
  formTitle: string,
  action: string,
  { minutes, attemptsLeft, isJudgedByPage }: QuizTerms,
): string {
  const { say } = wordsOf(files);
  const isOver = attemptsLeft === 0;
  const terms = [
    minutes !== null && say(minutes === 1 ? 'oneMinute' : 'minutes', minutes),
    attemptsLeft !== null && say(attemptsLeft === 1 ? 'oneAttempt' : 'attempts', attemptsLeft),
    isJudgedByPage && say('byPage'),
  ];
  const told: Html = isOver
    ? html`<p>${say('noAttempts')}</p>`
    : html`${terms.flatMap((term) => (term === false ? [] : [html`<p>${term}</p>`]))}<form method="post" action="${action}" data-plain><button type="submit">${say('start')}</button></form>`;
  return page(
    files,
    formTitle,
    html`<main class="message"><h1 tabindex="-1">${formTitle}</h1>${told}</main>`,
  );
}

interface OverParts {
  readonly submission: string;
  readonly snapshot: string;
  readonly token: string;
}

/** Whoever comes back to a quiz when its time is over hands in what was kept. */
export function overPage(files: PageFiles, formTitle: string, action: string, parts: OverParts): string {
  const { say } = wordsOf(files);
  return page(
    files,
    formTitle,
    html`<main class="message"><h1 tabindex="-1">${say('timeOver')}</h1><p>${say('timeOverText', formTitle)}</p><form method="post" action="${action}" data-plain>${Object.entries(
      { ...parts, go: 'time' },
    ).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<button type="submit">${say('handIn')}</button></form></main>`,
  );
}

/** How long a quiz goes on; a script counts down. */
export const timeShown = (milliseconds: number, { say }: Words): Html => {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return html`<p class="time">${say('timeLeft')} <span role="timer" data-left="${seconds}">${text}</span></p>`;
};
