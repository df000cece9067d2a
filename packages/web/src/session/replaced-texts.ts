import { type Edit, lostTexts, type OwnTexts, wroteTexts } from '@weft/documents';

/** What this person wrote, and somebody else replaced. */
interface ReplacedText {
  readonly userId: string;
  readonly text: string;
}

/** Texts of a document that this person has just written and that others replaced, until each was seen. */
export class ReplacedTexts {
  readonly #userId: string;
  readonly #isText: (key: string) => boolean;
  readonly #listeners = new Set<() => void>();
  #own: OwnTexts = new Map();
  #all: readonly ReplacedText[] = [];

  constructor(userId: string, isText: (key: string) => boolean) {
    this.#userId = userId;
    this.#isText = isText;
  }

  /** The oldest first. */
  get = (): readonly ReplacedText[] => this.#all;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  wrote(edits: readonly Edit[]): void {
    this.#own = wroteTexts(this.#own, edits, this.#isText, performance.now());
  }

  /** Takes edits of the document's feed, in order. */
  heard({ userId, edits }: { readonly userId: string; readonly edits: readonly Edit[] }): void {
    if (userId === this.#userId) return;
    const { lost, rest } = lostTexts(this.#own, edits, performance.now());
    this.#own = rest;
    if (lost.length > 0) this.#set([...this.#all, ...lost.map((text) => ({ userId, text }))]);
  }

  /** The oldest was seen. */
  seen = (): void => this.#set(this.#all.slice(1));

  #set(all: readonly ReplacedText[]): void {
    this.#all = all;
    for (const listener of this.#listeners) listener();
  }
}
