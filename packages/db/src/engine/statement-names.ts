import { type Fault, stalePlan } from '../pg-errors.ts';

/** A text that was run this often is worth a plan that is kept. */
const worthFrom = 5;
/** Texts of one process: each of its connections keeps a plan of every one that has a name. */
const mostTexts = 500;

const ofControl = /\bweft\./;
/** Every base has a schema of its own: there are as many texts of a statement about them as there are bases. */
const ofBase = /\bbas[0-9a-z]{21}\b/;

/**
 * Names of prepared statements about the control schema. PostgreSQL plans a statement without a name each time it is
 * run; for the reads of many small tables that is most of their cost: a published form's takes 4 ms to plan and 0.2 ms
 * to run. With a name it is planned five times for each connection, and then once for all values where that plan is
 * no worse (`plan_cache_mode`).
 */
export class StatementNames {
  /** How often each text was run, up to where it gets a name; and its name from then on. */
  readonly #texts = new Map<string, number | string>();
  #made = 0;

  /** Undefined: it is run without one. */
  of(text: string, params: readonly unknown[]): string | undefined {
    // Without values several statements may stand in one text.
    if (params.length === 0) return undefined;
    const known = this.#texts.get(text);
    if (typeof known === 'string') return known;
    if (known === undefined) {
      if (!ofControl.test(text) || ofBase.test(text)) return undefined;
      if (this.#texts.size >= mostTexts) this.#forgetRare();
      if (this.#texts.size >= mostTexts) return undefined;
    }
    const runs = (known ?? 0) + 1;
    this.#texts.set(text, runs < worthFrom ? runs : `weft_${++this.#made}`);
    return undefined;
  }

  /** A text whose kept plan does not fit any more gets another name, and is planned anew. */
  heard(text: string, fault: Fault): void {
    if (fault.message === stalePlan) this.#texts.delete(text);
  }

  #forgetRare(): void {
    for (const [text, known] of this.#texts) if (typeof known === 'number') this.#texts.delete(text);
  }
}
