import { deepEqual } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldKind, Template, Value } from './field-kinds.ts';
import type { FieldEnv, FieldType } from './field-type.ts';
import { lawRuns } from './law-runs.ts';

/** Readers who differ in zone, script, digits and separators. */
export const lawEnvs: readonly FieldEnv[] = [
  { timeZone: 'UTC', locale: 'en-US' },
  { timeZone: 'America/New_York', locale: 'de-DE' },
  { timeZone: 'Asia/Kolkata', locale: 'en-IN' },
  { timeZone: 'Pacific/Apia', locale: 'fr-FR' },
  { timeZone: 'Africa/Cairo', locale: 'ar-EG' },
];

/** Kinds edited in a picker: what they show is a summary and is not typed back. */
const pickedKinds: readonly FieldKind[] = ['attachments', 'linked_record'];

export interface LawOptions<K extends FieldKind> {
  /** More values than the samples, made for a template; those that `validate` refuses are left out. */
  readonly values?: (template: Template<K>) => fc.Arbitrary<Value<K>>;
  readonly envs?: readonly FieldEnv[];
}

/** The laws every kind of field keeps (field-type.ts says them in words). Call it inside a test file. */
export function describeFieldType<K extends FieldKind>(
  type: FieldType<K>,
  options: LawOptions<K> = {},
): void {
  const { samples } = type;
  const templates = fc.constantFrom(...samples.templates);
  const envs = fc.constantFrom(...(options.envs ?? lawEnvs));
  /** The values as the template stores them: a day field cuts the time off an instant. */
  const stored = (values: readonly unknown[], template: Template<K>): readonly Value<K>[] =>
    values.flatMap((value) => {
      const checked = type.validate(value, template);
      return checked.ok && checked.value !== null ? [checked.value] : [];
    });
  const one = (values: readonly Value<K>[]): Value<K> => values[0] as Value<K>;
  const sampleTexts = samples.templates.flatMap((template) =>
    stored(samples.values, template).map((value) => type.toText(value, template)),
  );
  const texts = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0123456789.,:-+%$/ Tt') }),
    fc.constantFrom('', ' ', ...samples.unfit, ...sampleTexts),
    fc
      .tuple(fc.constantFrom('', ...sampleTexts), fc.string({ maxLength: 3 }))
      .map(([text, more]) => text + more),
  );
  /** A template with `count` values that are valid under it. */
  const valued = (count: number): fc.Arbitrary<readonly [Template<K>, readonly Value<K>[]]> =>
    templates.chain((template) => {
      const known = stored(samples.values, template);
      const sources: fc.Arbitrary<Value<K>>[] = [];
      if (known.length > 0) sources.push(fc.constantFrom(...known));
      if (options.values !== undefined) {
        const made = options.values(template).map((value) => stored([value], template));
        sources.push(made.filter((values) => values.length > 0).map(one));
      }
      if (sources.length === 0) throw new Error(`No sample of ${type.kind} fits ${JSON.stringify(template)}`);
      return fc.tuple(
        fc.constant(template),
        fc.array(fc.oneof(...sources), { minLength: count, maxLength: count }),
      );
    });
  const check = <T>(property: fc.IProperty<T>): void => {
    fc.assert(property, { numRuns: lawRuns });
  };

  describe(`the laws of ${type.kind}`, () => {
    it('reads its own settings back unchanged and drops unknown keys', () => {
      for (const template of samples.templates) {
        expect(type.readTemplate(template)).toEqual({ ok: true, value: template });
        expect(type.readTemplate({ ...template, unknownKey: 1 })).toEqual({ ok: true, value: template });
      }
    });

    it('answers any settings without throwing, and what it accepts it accepts again', () => {
      check(
        fc.property(fc.jsonValue(), (input) => {
          const read = type.readTemplate(input);
          if (read.ok) expect(type.readTemplate(read.value)).toEqual(read);
          else expect(read.error.length).toBeGreaterThan(0);
        }),
      );
    });

    it('has samples that are valid under at least one of its settings', () => {
      for (const value of samples.values)
        expect(samples.templates.some((template) => stored([value], template).length > 0)).toBe(true);
    });

    it('takes null as the empty cell', () => {
      for (const template of samples.templates)
        expect(type.validate(null, template)).toEqual({ ok: true, value: null });
    });

    it('answers any JSON value without throwing, and what it accepts it accepts again', () => {
      check(
        fc.property(templates, fc.jsonValue(), (template, input) => {
          const checked = type.validate(input, template);
          if (checked.ok) expect(type.validate(checked.value, template)).toEqual(checked);
        }),
      );
    });

    it('reads its canonical text back without loss', () => {
      check(
        fc.property(valued(1), ([template, values]) => {
          const text = type.toText(one(values), template);
          expect(text).not.toBe('');
          expect(type.fromText(text, template)).toEqual({ ok: true, value: one(values) });
        }),
      );
    });

    it.runIf(!type.readOnly && !pickedKinds.includes(type.kind))('reads back what it shows', () => {
      check(
        fc.property(valued(1), envs, ([template, values], env) => {
          const shown = type.format(one(values), template, env);
          const parsed = type.parse(shown, template, env);
          if (!parsed.ok) throw new Error(`shows ${JSON.stringify(shown)} but refuses it: ${parsed.error}`);
          expect(parsed.value === null ? '' : type.format(parsed.value, template, env)).toBe(shown);
        }),
      );
    });

    it('reads only what is valid, typed, pasted or canonical', () => {
      check(
        fc.property(templates, envs, texts, (template, env, text) => {
          for (const read of [
            type.parse(text, template, env),
            type.fromPaste(text, template, env),
            type.fromText(text, template),
          ]) {
            if (read.ok) expect(type.validate(read.value, template)).toEqual({ ok: true, value: read.value });
            else expect(read.error).not.toBe('');
          }
        }),
      );
    });

    it('answers a text as long as a cell holds, whatever it looks like', () => {
      // What takes the square of the length takes minutes here, and stops a server that converts the field.
      for (const piece of ['1,234', '1 a', 'a@', ' '])
        for (const text of [piece.repeat(200_000 / piece.length), `http://${piece.repeat(20_000)}<`])
          for (const template of samples.templates.slice(0, 1))
            for (const read of [type.parse, type.fromPaste])
              expect(typeof read.call(type, text, template, { timeZone: 'UTC', locale: 'en-US' }).ok).toBe(
                'boolean',
              );
    });

    it.runIf(!type.readOnly)('reads the empty text as the empty cell', () => {
      for (const template of samples.templates) {
        for (const env of options.envs ?? lawEnvs) {
          expect(type.parse('', template, env)).toEqual({ ok: true, value: null });
          expect(type.fromPaste('', template, env)).toEqual({ ok: true, value: null });
          expect(type.fromText('', template)).toEqual({ ok: true, value: null });
        }
      }
    });

    it('refuses the texts that do not fit', () => {
      for (const text of samples.unfit) {
        for (const template of samples.templates) {
          for (const env of options.envs ?? lawEnvs) expect(type.parse(text, template, env).ok).toBe(false);
          expect(type.fromText(text, template).ok).toBe(false);
        }
      }
    });

    it('orders its values totally', () => {
      check(
        fc.property(valued(3), ([template, values]) => {
          const [a, b, c] = values as readonly [Value<K>, Value<K>, Value<K>];
          const sign = (x: Value<K>, y: Value<K>): number => Math.sign(type.compare(x, y, template));
          expect(sign(a, a)).toBe(0);
          expect(sign(a, b) + sign(b, a)).toBe(0);
          if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
          if (deepEqual(a, b)) expect(sign(a, b)).toBe(0);
        }),
      );
    });

    it('has a text to search for every value', () => {
      check(
        fc.property(valued(1), envs, ([template, values], env) => {
          expect(typeof type.searchText(one(values), template, env)).toBe('string');
        }),
      );
    });

    it('binds any operand of a filter without throwing, and tests every cell', () => {
      check(
        fc.property(valued(1), envs, fc.jsonValue(), ([template, values], env, json) => {
          for (const operator of Object.values(type.operators)) {
            for (const operand of [undefined, json, one(values)]) {
              const test = operator.prepare(operand, template, env);
              if (test.ok)
                for (const cell of [null, one(values)]) expect(typeof test.value(cell)).toBe('boolean');
              else expect(test.error).not.toBe('');
              if (!operator.needsValue) expect(test.ok).toBe(true);
            }
          }
        }),
      );
    });

    it('summarises any column, the empty one too', () => {
      check(
        fc.property(valued(3), envs, ([template, values], env) => {
          for (const aggregate of Object.values(type.aggregates)) {
            for (const column of [[], [null], [...values, null]]) {
              const result = aggregate.compute(column);
              if (result === null) continue;
              expect(Number.isFinite(result)).toBe(true);
              expect(typeof aggregate.format(result, template, env)).toBe('string');
            }
          }
        }),
      );
    });
  });
}
