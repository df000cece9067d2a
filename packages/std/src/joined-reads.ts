interface Reading<T> {
  /** Settles with the read under way; never rejects. */
  readonly ended: Promise<void>;
  /** The read for those who asked since it began. */
  next: Promise<T> | null;
}

/**
 * Answers all who ask for the same while a read of it is under way by one further read. That begins after they asked, so
 * that each sees what it would have seen alone.
 */
export class JoinedReads<T> {
  readonly #readings = new Map<string, Reading<T>>();

  read(key: string, read: () => Promise<T>): Promise<T> {
    const reading = this.#readings.get(key);
    if (reading === undefined) return this.#begin(key, read);
    reading.next ??= reading.ended.then(() => this.#begin(key, read));
    return reading.next;
  }

  #begin(key: string, read: () => Promise<T>): Promise<T> {
    const answer = read();
    const ended = answer.then(
      () => {},
      () => {},
    );
    const reading: Reading<T> = { ended, next: null };
    this.#readings.set(key, reading);
    void ended.then(() => {
      if (reading.next === null) this.#readings.delete(key);
    });
    return answer;
  }
}
