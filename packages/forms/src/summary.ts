import { anyFieldType, type CellValue, type FieldShape, type OptionColor } from '@weft/core';
import { withoutUndefined } from '@weft/std';

/** How often something was answered. */
export interface AnswerBar {
  readonly label: string;
  readonly count: number;
  /** Of a choice, as its option has it. */
  readonly color?: OptionColor;
  /** Of a ranking: where it stands on average, from 1. */
  readonly place?: number;
}

/** What all answers to one field come to. */
export interface FieldSummary {
  /** How many have answered it. */
  readonly answered: number;
  /** Choices and few numbers, in their order; none of texts and days. */
  readonly bars: readonly AnswerBar[];
  /** Of numbers. */
  readonly average: number | null;
  readonly least: number | null;
  readonly most: number | null;
}

/** Numbers that are shown one by one; of more the average says enough. */
const mostBars = 21;

const optionsOf = ({
  template,
}: FieldShape): readonly {
  readonly value: string;
  readonly label: string;
  readonly color?: OptionColor;
}[] => ('options' in template && Array.isArray(template.options) ? template.options : []);

/** Fields that say how a number is written: 0.125 is 12.5%. */
const written: readonly string[] = ['number', 'currency', 'percent'];

/** Adds up the answers to one field; holds no answer. */
export class FieldTally {
  readonly #field: FieldShape;
  readonly #labels: ReadonlyMap<string, Omit<AnswerBar, 'count'>>;
  readonly #counts = new Map<string, number>();
  readonly #numbers = new Map<number, number>();
  /** Of each choice the places in the answers that hold it, added up. */
  readonly #places = new Map<string, number>();
  #answered = 0;
  #sum = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  constructor(field: FieldShape) {
    this.#field = field;
    this.#labels = new Map(
      optionsOf(field).map(({ value, label, color }) => [value, withoutUndefined({ label, color })]),
    );
  }

  add(value: CellValue | undefined): void {
    if (value === null || value === undefined) return;
    this.#answered++;
    if (typeof value === 'boolean') this.#count(value ? 'Yes' : 'No');
    else if (typeof value === 'number') this.#number(value);
    else if (this.#labels.size > 0)
      for (const [at, each] of [value].flat().entries())
        if (typeof each === 'string') this.#count(each, at + 1);
  }

  /** Takes back what was added; false: what is left is not known, and everything is to be added up anew. */
  remove(value: CellValue | undefined): boolean {
    if (value === null || value === undefined) return true;
    this.#answered--;
    if (typeof value === 'boolean') this.#uncount(value ? 'Yes' : 'No');
    else if (typeof value === 'number') return this.#unnumber(value);
    else if (this.#labels.size > 0)
      for (const [at, each] of [value].flat().entries())
        if (typeof each === 'string') this.#uncount(each, at + 1);
    return true;
  }

  get summary(): FieldSummary {
    const isNumeric = this.#numbers.size > 0;
    return {
      answered: this.#answered,
      bars: isNumeric ? this.#numberBars() : this.#choiceBars(),
      average: isNumeric ? this.#sum / this.#answered : null,
      least: isNumeric ? this.#least : null,
      most: isNumeric ? this.#most : null,
    };
  }

  /** The choices of a ranking by their places, the best first. */
  get ranked(): readonly AnswerBar[] {
    return [...this.#labels]
      .map(([value, option]): AnswerBar => {
        const count = this.#counts.get(value) ?? 0;
        const sum = this.#places.get(value) ?? 0;
        return { ...option, count, ...(count > 0 && { place: sum / count }) };
      })
      .toSorted((a, b) => (a.place ?? this.#labels.size + 1) - (b.place ?? this.#labels.size + 1));
  }

  #count(key: string, place = 1): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#places.set(key, (this.#places.get(key) ?? 0) + place);
  }

  #number(value: number): void {
    this.#sum += value;
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
    if (this.#numbers.has(value) || this.#numbers.size <= mostBars)
      this.#numbers.set(value, (this.#numbers.get(value) ?? 0) + 1);
  }

  #numberBars(): readonly AnswerBar[] {
    if (this.#numbers.size > mostBars) return [];
    return [...this.#numbers]
      .toSorted(([a], [b]) => a - b)
      .map(([value, count]) => ({ label: this.#textOf(value), count }));
  }

  #textOf(value: number): string {
    const { type, template } = this.#field;
    return written.includes(type) ? anyFieldType(type).toText(value, template) : String(value);
  }

  #uncount(key: string, place = 1): void {
    this.#places.set(key, (this.#places.get(key) ?? 0) - place);
    const left = (this.#counts.get(key) ?? 0) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }

  #unnumber(value: number): boolean {
    // Of more numbers than are counted one by one, nobody knows which is the least once the least is gone.
    if (this.#numbers.size > mostBars || value === this.#least || value === this.#most) return false;
    this.#sum -= value;
    const left = (this.#numbers.get(value) ?? 0) - 1;
    if (left > 0) this.#numbers.set(value, left);
    else this.#numbers.delete(value);
    return true;
  }

  /** Every choice, those that nobody took too; of yes and no what was answered. */
  #choiceBars(): readonly AnswerBar[] {
    if (this.#labels.size === 0) return [...this.#counts].map(([label, count]) => ({ label, count }));
    return [...this.#labels].map(([value, option]) => ({ ...option, count: this.#counts.get(value) ?? 0 }));
  }
}
