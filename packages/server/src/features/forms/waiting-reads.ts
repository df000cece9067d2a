import { type FormSession, isLargeUnfinished } from '@weft/db';

/** An answer to one question as a list shows it. */
export interface ListedAnswer {
  readonly question: string;
  readonly answer: string;
}

type ReadAnswer = readonly ListedAnswer[];

/** Answers of all forms that are remembered as they were read; large ones are read each time. */
const mostRead = 5_000;

/** What answers that wait come to, by the version of their form and when they were sent: the list is read often. */
export class WaitingReads {
  readonly #read = new Map<string, ReadAnswer>();

  /** `version`: of the form. */
  of(flowId: string, version: string, session: FormSession, read: () => ReadAnswer): ReadAnswer {
    if (isLargeUnfinished(session.sent ?? [])) return read();
    // An answer that was deleted may be sent again under its id, with other words.
    const key = `${flowId} ${version} ${session.id} ${session.updatedAt}`;
    const found = this.#read.get(key) ?? read();
    this.#read.delete(key);
    this.#read.set(key, found);
    const [oldest] = this.#read.keys();
    if (this.#read.size > mostRead && oldest !== undefined) this.#read.delete(oldest);
    return found;
  }

  /** Answers of the form were erased: nothing of them stays. */
  forget(flowId: string): void {
    for (const key of this.#read.keys()) if (key.startsWith(`${flowId} `)) this.#read.delete(key);
  }
}
