import type { Content } from '@weft/documents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pipeOf } from '../answer-text.ts';
import { formProblems, formWarnings } from '../check-form.ts';
import { firstPageId, inputsOf, newForm, pagesOf, questionProps, questionsOf } from '../form-document.ts';
import { formFaults } from '../form-faults.ts';
import { formTemplates } from '../templates/form-templates.ts';
import { templateContent } from '../templates/template.ts';
import { walk } from '../walk.ts';
import { acceptedLanguages, directionOf, languageFor, languagesOf, mostLanguages } from './language.ts';
import { missingTexts, saidQuestion, saidTexts, wordingOf } from './translation.ts';
import { translationKey } from './translation-key.ts';

const now = '2026-03-05T12:00:00.000Z';
const [color, red] = [`fld${'a'.repeat(21)}`, `opt${'a'.repeat(21)}`];
const form = (props: object, question: object = {}, choice: object = {}): Content => {
  const made = newForm('Guests');
  return {
    ...made,
    props: { ...made.props, ...props },
    blocks: {
      ...made.blocks,
      [color]: {
        ...{ parent: firstPageId, order: 'V' },
        props: { ...questionProps('single_choice'), label: 'Colour', ...question },
      },
      [red]: { parent: color, order: 'V', props: { type: 'choice', label: 'Red', ...choice } },
    },
  };
};

/** The form with something in the place of each of its texts. */
function translated(content: Content, language: string, say: (text: string) => string): Content {
  const into = (blockId: string | null) =>
    Object.fromEntries(
      saidTexts(content)
        .filter((said) => said.blockId === blockId)
        .map(({ key, text }) => [translationKey(key, language), say(text)]),
    );
  return {
    ...content,
    props: { ...content.props, ...into(null), languages: [language] },
    blocks: Object.fromEntries(
      Object.entries(content.blocks).map(([id, block]) => [
        id,
        { ...block, props: { ...block.props, ...into(id) } },
      ]),
    ),
  };
}

describe('D14: a form in several languages', () => {
  it('comes to the same whatever is answered, as a law', () => {
    let made = 0;
    const newId = (kind: string) => `${kind}${(made++).toString(36).padStart(21, '0')}`;
    const contents = formTemplates.map((template) => templateContent(template, '', newId));
    fc.assert(
      fc.property(
        fc.constantFrom(...contents),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('', 'yes', 'on', '3', '2026-03-05', 'a@b.example', 'x'))),
        fc.string({ maxLength: 20 }),
        (content, filled, word) => {
          const asked = inputsOf(questionsOf(content));
          const choices = questionsOf(content).flatMap((question) => question.choices);
          const sent = filled.flatMap(([at, text]) => {
            const { id } = asked[at % asked.length] ?? { id: '' };
            const choice = choices[at % Math.max(1, choices.length)];
            return [[id, text === 'x' && choice !== undefined ? choice.id : text] as const];
          });
          const outcome = (of: Content) => {
            const { steps, answers, end } = walk(pagesOf(of), sent, now);
            return {
              answers: [...answers],
              steps: steps.map((step) => [step.page.id, step.shown.map(({ id }) => id), [...step.faults]]),
              end: end.kind === 'faults' ? 'faults' : end.page?.id,
            };
          };
          const other = translated(content, 'ar', (text) => `${word}${text}`);
          expect(outcome(other)).toEqual(outcome(content));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('shows translations, and what is not translated as it is written', () => {
    const content = form(
      { 'title@de': 'Gäste', languages: ['de', 'fr'] },
      { 'label@de': 'Farbe', 'label@fr': ' ' },
      { 'label@de': 'Rot' },
    );
    const read = (language: string) => {
      const wording = wordingOf(content, language);
      const questions = questionsOf(content).map((question) => saidQuestion(question, wording));
      return [wording.title, ...questions.flatMap(({ label, choices }) => [label, choices[0]?.label])];
    };
    expect(read('de')).toEqual(['Gäste', 'Farbe', 'Rot']);
    expect(read('fr')).toEqual(['Guests', 'Colour', 'Red']);
    expect(read('en')).toEqual(['Guests', 'Colour', 'Red']);
    const words = { said: (one: never) => saidQuestion(one, wordingOf(content, 'de')) };
    // Texts call a question by the name it is written under.
    const pipe = pipeOf(pagesOf(content), new Map([[color, red]]), words as Parameters<typeof pipeOf>[2]);
    expect(pipe('Sie mögen {{Colour}}')).toBe('Sie mögen Rot');
  });

  it('keeps translations out of the settings of questions', () => {
    const [question] = questionsOf(form({}, { 'label@de': 'Farbe', 'explanation@de': 'Geheim' }));
    expect(question?.settings).toEqual({});
  });

  it.each([
    ['a text that its block has', form({}, { 'label@de': 'Farbe', 'help@pt-BR': 'Escolha' }), []],
    ['no other setting', form({}, { 'required@de': 'x' }), [`blocks.${color}.props.required@de`]],
    ['no text of another type', form({}, { 'terms@de': 'x' }), [`blocks.${color}.props.terms@de`]],
    ['no language that is none', form({}, { 'label@German': 'x' }), [`blocks.${color}.props.label@German`]],
    [
      'no text longer than its own',
      form({}, { 'label@de': 'x'.repeat(300) }),
      [`blocks.${color}.props.label@de`],
    ],
    ['the title of the form', form({ 'title@ar': 'ضيوف' }), []],
    ['no look of the form', form({ 'css@ar': 'a' }), ['props.css@ar']],
    ['a language that is one', form({ language: 'zh-Hant', languages: ['es-419'] }), []],
    [
      'not too many languages',
      form({ languages: Array.from({ length: mostLanguages + 1 }, () => 'de') }),
      ['props.languages'],
    ],
  ])('takes translations of %s', (_what, content, paths) => {
    expect(formFaults(content).map(({ path }) => path)).toEqual(paths);
  });

  it('says what is missing, and publishes all the same', () => {
    const content = form({ languages: ['de'], 'title@de': 'Gäste' }, { 'label@de': 'Farbe' });
    expect(missingTexts(content, 'de').map(({ text }) => text)).toEqual(['Red']);
    expect(formProblems(content)).toEqual([]);
    expect(formWarnings(content).map(({ text }) => text)).toEqual([
      'One text is not translated into German yet, and shown as written',
    ]);
  });

  it('is not published with a translation that names no question', () => {
    const content = form({ languages: ['de'] }, { 'label@de': 'Farbe, {{Name}}' });
    expect(formProblems(content).map(({ text }) => text)).toEqual([
      '‘{{Name}}’ on Page 1 names no question of a page before it',
    ]);
  });
});

it('languages are chosen by what a browser wishes', () => {
  const languages = languagesOf({ props: { language: 'en', languages: ['de', 'pt-BR', 'de', 'en'] } });
  expect(languages).toEqual({ main: 'en', others: ['de', 'pt-BR'] });
  const wish = (header: string) => languageFor(acceptedLanguages(header), languages);
  expect(wish('de-AT,en;q=0.5')).toBe('de');
  expect(wish('fr;q=0.9, pt-PT;q=0.8, en;q=0.1')).toBe('pt-BR');
  expect(wish('en;q=0.2,de;q=0')).toBe('en');
  expect(wish('*, x;q=a')).toBe(null);
});

it('languages are written in their direction', () => {
  expect(['ar', 'he', 'fa-IR', 'ur', 'de', 'az-Arab', 'ks-Deva'].map(directionOf)).toEqual([
    ...['rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'rtl', 'ltr'],
  ]);
});
