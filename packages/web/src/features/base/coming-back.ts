import { meQuery, queryClient } from '../../queries.ts';
import { type SignInWatch, watchSignIn } from './sign-in-watch.ts';

/** Milliseconds between two times a page goes on by itself for a person the server seems to know and then does not. */
const restBetween = 10_000;

export interface ComingBackListener {
  /** The person is signed in again. */
  readonly onBack: () => void;
  /** Somebody else is signed in in this browser, by name; null: nobody. */
  readonly onStranger: (name: string | null) => void;
}

/** Whether a person whose session is over is signed in again. */
export class ComingBack {
  readonly #personId: string;
  readonly #listener: ComingBackListener;
  #watch: SignInWatch | null = null;
  /** By `performance.now()`. */
  #backAt = Number.NEGATIVE_INFINITY;

  constructor(personId: string, listener: ComingBackListener) {
    this.#personId = personId;
    this.#listener = listener;
  }

  /** The session is over. */
  wait(): void {
    this.stop();
    this.#watch = watchSignIn((me) => {
      if (me?.user.id !== this.#personId) return this.#listener.onStranger(me?.user.name ?? null);
      const now = performance.now();
      if (now - this.#backAt < restBetween) return;
      this.#backAt = now;
      this.stop();
      this.#listener.onBack();
    });
  }

  /** After signing in on this page. */
  async look(): Promise<void> {
    this.#backAt = Number.NEGATIVE_INFINITY;
    // An answer on its way may be of the time before.
    await queryClient.cancelQueries({ queryKey: meQuery.queryKey });
    this.wait();
    await this.#watch?.look();
  }

  stop(): void {
    this.#watch?.stop();
    this.#watch = null;
  }
}
