import { type Html, html } from '../html.ts';
import { type PageFiles, page } from '../page.ts';

/** What somebody is to know before a quiz begins. */
interface QuizTerms {
  /** Null: it takes as long as it takes. */
  readonly minutes: number | null;
  /** Null: it can be taken again and again. */
  readonly attemptsLeft: number | null;
  readonly isJudgedByPage: boolean;
}

const counted = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** The press on this page begins a quiz: opening its address costs nobody an attempt. */
export function startPage(
  files: PageFiles,
  formTitle: string,
  action: string,
  { minutes, attemptsLeft, isJudgedByPage }: QuizTerms,
): string {
  const isOver = attemptsLeft === 0;
  const terms = [
    minutes !== null &&
      `You have ${counted(minutes, 'minute')}. The time runs from the start, also while the page is closed.`,
    attemptsLeft !== null && `You have ${counted(attemptsLeft, 'attempt')} left.`,
    isJudgedByPage && 'Behind each page you are told your points; its answers cannot be changed then.',
  ];
  const told: Html = isOver
    ? html`<p>You have used all your attempts at this quiz.</p>`
    : html`${terms.flatMap((term) => (term === false ? [] : [html`<p>${term}</p>`]))}<form method="post" action="${action}" data-plain><button type="submit">Start</button></form>`;
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
export const overPage = (files: PageFiles, formTitle: string, action: string, parts: OverParts): string =>
  page(
    files,
    formTitle,
    html`<main class="message"><h1 tabindex="-1">The time is over</h1><p>What you answered of “${formTitle}” in time is kept. Hand it in to see what it comes to.</p><form method="post" action="${action}" data-plain>${Object.entries(
      { ...parts, go: 'time' },
    ).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}<button type="submit">Hand in</button></form></main>`,
  );

/** How long a quiz goes on; a script counts down. */
export const timeShown = (milliseconds: number): Html => {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return html`<p class="time">Time left: <span role="timer" data-left="${seconds}">${text}</span></p>`;
};
