import type { Product, Session } from '@weft/testkit';
import type { BenchTable } from '../../bench.ts';
import type { Figure } from '../../measure.ts';

/** Where a neighbour is at work: one server, or several behind a proxy. */
export interface Neighbourhood {
  readonly engine: Figure['engine'];
  readonly product: Pick<Product, 'url'>;
  readonly session: Session;
}

/** Somebody who takes more than their share. */
export interface Neighbour {
  /** After 'one-cell edit beside'. */
  readonly name: string;
  /** Works until the signal; what came of it, for the note. `where.session` is theirs. */
  readonly work: (where: Neighbourhood, large: BenchTable, stop: AbortSignal) => Promise<string>;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Counts answers by status. */
class Answers {
  readonly #counts = new Map<number, number>();

  add(status: number): void {
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  /** An error of ours is never an answer to too much of something. */
  text(): string {
    if ((this.#counts.get(500) ?? 0) > 0) throw new Error(`${this.#counts.get(500)} answers were 500`);
    const counts = [...this.#counts].toSorted(([a], [b]) => a - b);
    return counts.map(([status, count]) => `${count} × ${status}`).join(', ') || 'no answer';
  }
}

/** So many at once who ask again and again until the signal; one that is refused waits a moment. */
export async function asking(
  count: number,
  stop: AbortSignal,
  ask: (caller: number, round: number) => Promise<Response>,
): Promise<string> {
  const answers = new Answers();
  const caller = async (number: number): Promise<void> => {
    for (let round = 0; !stop.aborted; round++) {
      try {
        const response = await ask(number, round);
        answers.add(response.status);
        await response.arrayBuffer();
        if (!response.ok) await wait(50);
      } catch {
        // Hung up on, or stopped by the signal.
        await wait(50);
      }
    }
  };
  await Promise.all(Array.from({ length: count }, (_, number) => caller(number)));
  return answers.text();
}
