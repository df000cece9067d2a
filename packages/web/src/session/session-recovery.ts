import { meQuery, queryClient } from '../queries.ts';
import { type SignInWatch, watchSignIn } from './sign-in-watch.ts';

/** Least milliseconds between two recoveries: a server that names the person and then refuses the session would loop. */
const leastInterval = 10_000;

export interface SessionRecoveryListener {
  /** The person is signed in again. */
  readonly onBack: () => void;
  /** Somebody else is signed in in this browser, by name; null: nobody. */
  readonly onStranger: (name: string | null) => void;
}

/** Watches, after the session ended, for the same person to sign in again, here or in another tab. */
export class SessionRecovery {
  readonly #personId: string;
  readonly #listener: SessionRecoveryListener;
  #watch: SignInWatch | null = null;
  /** By `performance.now()`. */
  #backAt = Number.NEGATIVE_INFINITY;

  constructor(personId: string, listener: SessionRecoveryListener) {
    this.#personId = personId;
    this.#listener = listener;
  }

  /** The session is over. */
  wait(): void {
    this.stop();
    this.#watch = watchSignIn((me) => {
      if (me?.user.id !== this.#personId) return this.#listener.onStranger(me?.user.name ?? null);
      const now = performance.now();
      if (now - this.#backAt < leastInterval) return;
      this.#backAt = now;
      this.stop();
      this.#listener.onBack();
    });
  }

  /** After signing in on this page. */
  async look(): Promise<void> {
    this.#backAt = Number.NEGATIVE_INFINITY;
    // A request under way may answer with the ended session.
    await queryClient.cancelQueries({ queryKey: meQuery.queryKey });
    this.wait();
    await this.#watch?.look();
  }

  stop(): void {
    this.#watch?.stop();
    this.#watch = null;
  }
}
