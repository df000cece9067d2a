import { err, ok, type Result } from '@weft/std';

/**
 * A formula over answers: numbers, + - * /, comparisons, parentheses, `{{names}}` of questions and a few functions. It is
 * read into a tree and computed from it; nothing else is ever run.
 */
export type Formula =
  | { readonly kind: 'constant'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly parts: readonly Formula[] };

/** Characters of a formula, parts of its tree, and parts inside parts. */
export const longestFormula = 1_000;
const mostParts = 200;
const deepest = 30;

type Compute = (numbers: readonly number[]) => number;
interface FunctionRule {
  readonly least: number;
  readonly most: number;
  readonly compute: Compute;
}

const two = (compute: (a: number, b: number) => number): FunctionRule => ({
  least: 2,
  most: 2,
  compute: ([a = 0, b = 0]) => compute(a, b),
});

/** Rounds as people do by hand: 1.005 to two places is 1.01. */
export function rounded(value: number, digits: number): number {
  const places = Math.min(10, Math.max(0, Math.trunc(digits)));
  const shifted = Number(`${Math.abs(value).toPrecision(15)}e${places}`);
  const whole = Number.isFinite(shifted) ? shifted : Math.abs(value) * 10 ** places;
  return (Math.sign(value) * Math.round(whole)) / 10 ** places;
}

const functions = {
  '+': two((a, b) => a + b),
  '-': two((a, b) => a - b),
  '*': two((a, b) => a * b),
  '/': two((a, b) => a / b),
  '<': two((a, b) => Number(a < b)),
  '>': two((a, b) => Number(a > b)),
  '<=': two((a, b) => Number(a <= b)),
  '>=': two((a, b) => Number(a >= b)),
  '=': two((a, b) => Number(a === b)),
  min: { least: 1, most: 20, compute: (numbers) => Math.min(...numbers) },
  max: { least: 1, most: 20, compute: (numbers) => Math.max(...numbers) },
  sum: { least: 1, most: 20, compute: (numbers) => numbers.reduce((sum, each) => sum + each, 0) },
  abs: { least: 1, most: 1, compute: ([value = 0]) => Math.abs(value) },
  round: { least: 1, most: 2, compute: ([value = 0, digits = 0]) => rounded(value, digits) },
  if: {
    least: 3,
    most: 3,
    compute: ([test = 0, then = 0, otherwise = 0]) => (test === 0 ? otherwise : then),
  },
} as const satisfies { readonly [name: string]: FunctionRule };
type FunctionName = keyof typeof functions;

const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name);

const token =
  /\s*(?:(\d{1,15}(?:\.\d{1,10})?)|\{\{([^{}\n]{1,255})\}\}|([a-z]{2,5})(?=\s*\()|(<=|>=|[-+*/<>=(),]))/y;

/** What stands in a formula, in order; null where something else does. */
function tokensOf(text: string): readonly RegExpExecArray[] | null {
  const tokens: RegExpExecArray[] = [];
  token.lastIndex = 0;
  const end = text.trimEnd().length;
  while (token.lastIndex < end) {
    const found = token.exec(text);
    if (found === null) return null;
    tokens.push(found);
  }
  return tokens;
}

class Unreadable extends Error {}

/** The formula of a text; the error is a sentence. */
export function readFormula(text: string): Result<Formula> {
  if (text.length > longestFormula) return err(`A formula has at most ${longestFormula} characters`);
  const tokens = text.trim() === '' ? null : tokensOf(text);
  if (tokens === null) return err('This is no formula: write one like {{Guests}} * 12.5');
  let [at, parts] = [0, 0];
  const sign = () => tokens[at]?.[4];
  const fail = (): never => {
    throw new Unreadable();
  };
  const made = (formula: Formula): Formula => (++parts > mostParts ? fail() : formula);
  const expect = (wanted: string): void => {
    if (sign() !== wanted) fail();
    at++;
  };
  const series =
    (signs: readonly FunctionName[], inner: (depth: number) => Formula) =>
    (depth: number): Formula => {
      let left = inner(depth);
      for (let name = sign(); name !== undefined && signs.some((each) => each === name); name = sign()) {
        at++;
        left = made({ kind: 'call', name: name as FunctionName, parts: [left, inner(depth)] });
      }
      return left;
    };
  const one = (depth: number): Formula => {
    if (depth > deepest) fail();
    const [, number, name, called] = tokens[at] ?? fail();
    if (number !== undefined) {
      at++;
      return made({ kind: 'constant', value: Number(number) });
    }
    if (name !== undefined) {
      at++;
      return made({ kind: 'name', name: name.trim() });
    }
    if (called !== undefined) {
      at++;
      if (!isFunction(called)) return fail();
      expect('(');
      const inner = [comparison(depth + 1)];
      while (sign() === ',') {
        at++;
        inner.push(comparison(depth + 1));
      }
      expect(')');
      const { least, most } = functions[called];
      if (inner.length < least || inner.length > most) fail();
      return made({ kind: 'call', name: called, parts: inner });
    }
    if (sign() === '-') {
      at++;
      return made({ kind: 'call', name: '-', parts: [made({ kind: 'constant', value: 0 }), one(depth + 1)] });
    }
    expect('(');
    const inner = comparison(depth + 1);
    expect(')');
    return inner;
  };
  const product = series(['*', '/'], one);
  const sum = series(['+', '-'], product);
  const comparison = series(['<', '>', '<=', '>=', '='], sum);
  try {
    const formula = comparison(0);
    if (at === tokens.length) return ok(formula);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
  }
  return err('This formula can’t be read: write one like {{Guests}} * 12.5, or if({{Guests}} > 5, 100, 20)');
}

/** The questions that a formula names. */
export const namesInFormula = (formula: Formula): readonly string[] => {
  if (formula.kind === 'name') return [formula.name];
  return formula.kind === 'call' ? formula.parts.flatMap(namesInFormula) : [];
};

/** What a formula comes to; `numberOf` is the number of an answer, 0 of none. Null where it comes to no number. */
export function compute(formula: Formula, numberOf: (name: string) => number): number | null {
  const value = (part: Formula): number => {
    if (part.kind === 'constant') return part.value;
    if (part.kind === 'name') return numberOf(part.name);
    const rule: FunctionRule = functions[part.name];
    return rule.compute(part.parts.map(value));
  };
  const result = value(formula);
  // Fifteen digits: 0.1 + 0.2 is 0.3.
  return Number.isFinite(result) ? Number(result.toPrecision(15)) + 0 : null;
}
