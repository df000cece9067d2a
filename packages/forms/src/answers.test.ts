import { type Attachment, anyFieldType } from '@weft/core';
import { err, type Fault, must, ok, type Result } from '@weft/std';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answers, askPage, conditionEnv, type Sent, textsBy, unknownFields } from './answers.ts';
import { type FormQuestion, fieldsOf } from './form-document.ts';
import type { Sample } from './questions/question-type.ts';
import { type QuestionTypeName, questionType, questionTypeNames } from './questions/question-types.ts';
import { settingRule } from './questions/settings.ts';

/** A question of a type as it is made; its choices are called by their places: '0', and its parts 'part 0'. */
function ask(type: QuestionTypeName, more: Partial<FormQuestion> = {}): FormQuestion {
  const { choices, parts } = questionType(type);
  return {
    ...{ id: `of ${type}`, type, label: type, help: '', required: false, settings: {} },
    choices: (choices?.initial ?? []).map((label, index) => ({ id: String(index), label })),
    parts: (parts?.initial ?? []).map((part, index) => ({ ...part, id: `part ${index}` })),
    shownWhen: null,
    requiredWhen: null,
    ...more,
  };
}

/** What somebody sent to a page of these questions. */
function readAnswers(
  questions: readonly FormQuestion[],
  sent: Sent,
  files: readonly Attachment[] = [],
): Result<Answers, readonly Fault[]> {
  const unknown = unknownFields(questions, sent);
  if (unknown.length > 0)
    return err(unknown.map((path) => ({ path, reason: 'This form has no such question' })));
  const env = conditionEnv(fieldsOf(questions), '2026-03-05T12:00:00.000Z');
  const { answers, faults } = askPage(
    questions,
    new Map(),
    textsBy(sent),
    env,
    (id) => files.find(({ filename }) => filename === id) ?? null,
  );
  return faults.size === 0 ? ok(answers) : err([...faults].map(([path, reason]) => ({ path, reason })));
}

const asking = questionTypeNames.filter((name) => questionType(name).isContent !== true);

const fieldOf = (question: FormQuestion, field: string): string =>
  field === '' ? question.id : `part ${field}`;

const sentTo = (question: FormQuestion, { sent }: Sample) =>
  Object.entries(sent).flatMap(([field, texts]) =>
    texts.map((text) => [fieldOf(question, field), text] as const),
  );

describe.each(questionTypeNames)('the type %s', (type) => {
  // What reads a text once for each of its letters takes many seconds.
  it.each([' ', '\t', '1', '1,', 'a@', '.', '-'])(
    'reads a long text of %j without hanging',
    (piece) => {
      const question = ask(type);
      const text = `1${piece.repeat(120_000 / piece.length)}x`;
      const sent = fieldsOf([question]).map(({ id }) => [id, text] as const);
      expect(readAnswers([question], sent)).toBeDefined();
    },
    3_000,
  );

  it('takes its samples for what they mean, and says what is wrong with others (A8)', () => {
    for (const sample of questionType(type).samples) {
      const question = ask(type, { settings: sample.settings ?? {} });
      const { settings } = questionType(type);
      for (const [name, value] of Object.entries(question.settings))
        expect(settingRule(must(settings[name], name))(value)).toBe(true);
      const read = readAnswers([question], sentTo(question, sample), sample.files);
      if (typeof sample.gives === 'string') {
        expect(read.ok ? [...read.value] : read.error.map(({ reason }) => reason)).toContain(sample.gives);
      } else {
        const gives = Object.entries(sample.gives).map(([field, value]) => [fieldOf(question, field), value]);
        expect(read.ok ? [...read.value] : read.error).toEqual(gives);
      }
    }
  });

  it('takes nothing that its fields would refuse, whatever is sent (A8)', () => {
    const texts = questionType(type).samples.flatMap(({ sent }) => Object.values(sent).flat());
    const settings = questionType(type).samples.map((sample) => sample.settings ?? {});
    const files = questionType(type).samples.flatMap((sample) => sample.files ?? []);
    const question = fc.constantFrom(...settings).map((each) => ask(type, { settings: each }));
    const text = fc.oneof(fc.constantFrom('', ...texts), fc.string());
    const place = fc.constantFrom('', '0', '1', '2');
    fc.assert(
      fc.property(question, fc.array(fc.tuple(place, text), { maxLength: 4 }), (asked, sent) => {
        const fields = new Map(fieldsOf([asked]).map((field) => [field.id, field]));
        const read = readAnswers(
          [asked],
          sent.map(([field, each]) => [fieldOf(asked, field), each] as const),
          files,
        );
        if (!read.ok) return;
        for (const [id, value] of read.value) {
          const field = must(fields.get(id), 'the field of an answer');
          expect(anyFieldType(field.type).validate(value, field.template)).toEqual({ ok: true, value });
        }
      }),
    );
  });
});

describe('an answer', () => {
  it.each(asking)('of %s that is required cannot be left out, nor be spaces (A2)', (type) => {
    const question = ask(type, { required: true });
    const spaces = fieldsOf([question]).map(({ id }) => [id, '  \n'] as const);
    expect(readAnswers([question], []).ok).toBe(false);
    expect(readAnswers([question], spaces).ok).toBe(false);
    expect(readAnswers([ask(type)], spaces)).toEqual({ ok: true, value: new Map() });
  });

  it('of a question that is not asked is refused (A1)', () => {
    for (const key of ['r', '__proto__', 'constructor', 'toString', ''])
      expect(readAnswers([ask('short_text')], [[key, 'x']])).toMatchObject({
        error: [{ path: key, reason: 'This form has no such question' }],
      });
  });

  it.each(['paragraph', 'heading'] as const)('to a %s is refused (A1)', (type) => {
    expect(readAnswers([ask(type)], [[`of ${type}`, 'x']]).ok).toBe(false);
  });
});

describe('an answer of one’s own beside the choices', () => {
  const offering = (type: 'single_choice' | 'multiple_choice', settings = {}) =>
    ask(type, { settings, parts: [{ id: 'own', name: 'other', label: 'Other' }] });
  const single = offering('single_choice');
  const many = offering('multiple_choice');
  it.each<[string, FormQuestion, Sent, unknown]>([
    [
      'chosen and written',
      single,
      [
        [single.id, 'own'],
        ['own', 'Mauve'],
      ],
      [['own', 'Mauve']],
    ],
    ['written with nothing chosen', single, [['own', 'Mauve']], [['own', 'Mauve']]],
    [
      'left over from before another was chosen',
      single,
      [
        [single.id, '1'],
        ['own', 'Mauve'],
      ],
      [[single.id, '1']],
    ],
    [
      'among several',
      many,
      [
        [many.id, '0'],
        [many.id, 'own'],
        ['own', 'x'],
      ],
      [
        [many.id, ['0']],
        ['own', 'x'],
      ],
    ],
    [
      'alone',
      many,
      [
        [many.id, 'own'],
        ['own', 'x'],
      ],
      [['own', 'x']],
    ],
  ])('is kept when it is %s (A11)', (_how, question, sent, kept) => {
    const read = readAnswers([question], sent);
    expect(read.ok && [...read.value]).toEqual(kept);
  });

  it.each<[string, FormQuestion, Sent, string]>([
    ['is chosen and not written', single, [[single.id, 'own']], 'Write your own answer'],
    [
      'is sent with another choice',
      single,
      [
        [single.id, 'own'],
        [single.id, '1'],
        ['own', 'x'],
      ],
      'This was answered twice',
    ],
    [
      'is one too many',
      offering('multiple_choice', { maxChoices: 1 }),
      [
        [many.id, '0'],
        [many.id, 'own'],
        ['own', 'x'],
      ],
      'Choose at most 1 choice',
    ],
  ])('is refused when it %s (A11)', (_how, question, sent, reason) => {
    const read = readAnswers([question], sent);
    expect(read.ok ? [] : read.error.map((fault) => fault.reason)).toEqual([reason]);
  });
});

it('names every fault, and is taken only without any (A7)', () => {
  const questions = asking
    .map((type) => ask(type, { required: true, id: type }))
    .filter((one) => one.parts.length === 0);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...questions.map(({ id }) => id)), fc.string())),
      (sent) => {
        const read = readAnswers(questions, sent);
        if (read.ok) return expect([...read.value.keys()]).toHaveLength(questions.length);
        const paths = read.error.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        const named = new Set<string>(sent.map(([id]) => id));
        for (const { id } of questions) if (!named.has(id)) expect(paths).toContain(id);
      },
    ),
  );
});
