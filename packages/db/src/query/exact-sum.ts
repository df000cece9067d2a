/** Adds up decimals that the database wrote as texts, digit for digit: a double cannot say every sum on the way. */
export class ExactSum {
  /** The sum, in units of 10 to the power of minus `#decimals`. */
  #units = 0n;
  #decimals = 0;
  #isFinite = true;

  add(text: string): void {
    const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    if (whole === '') {
      this.#isFinite = false;
      return;
    }
    if (fraction.length > this.#decimals) {
      this.#units *= 10n ** BigInt(fraction.length - this.#decimals);
      this.#decimals = fraction.length;
    }
    const units = BigInt(whole + fraction.padEnd(this.#decimals, '0'));
    this.#units += sign === '' ? units : -units;
  }

  /** The double that is closest; null where none can say it. */
  get value(): number | null {
    const value = this.#isFinite ? Number(`${this.#units}e-${this.#decimals}`) : Number.NaN;
    return Number.isFinite(value) ? value : null;
  }
}
