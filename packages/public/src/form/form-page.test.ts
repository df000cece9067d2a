import { must } from '@weft/std';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type FormView, formPage } from './form-page.ts';
import { closedPage } from './message-pages.ts';

const id = `fld${'a'.repeat(21)}`;
const files = { scripts: [], styles: [], fonts: [] };
const blank: FormView = {
  files,
  offersLink: true,
  asksWork: false,
  connectionNeed: null,
  captcha: null,
  title: 'Guests',
  questions: [
    {
      id,
      type: 'short_text',
      label: 'Name',
      help: '',
      required: true,
      settings: {},
      choices: [],
      parts: [],
      shownWhen: null,
      requiredWhen: null,
    },
  ],
  page: { id: 'pag1', kind: 'form', title: '', text: '' },
  hidden: new Set(),
  logic: null,
  fileOf: () => null,
  imageAddress: (id) => id,
  carried: [],
  place: { number: 1, count: 1 },
  isLast: true,
  review: [],
  pipe: (text) => text,
  action: '/t/bas1',
  submissionId: 'sub1',
  token: '',
  snapshotId: 'snp1',
  values: new Map(),
  faults: new Map(),
  notice: null,
};

it('keeps what was written, and says at the field what is wrong', () => {
  const text = formPage({
    ...blank,
    values: new Map([[id, ['A & B']]]),
    faults: new Map([[id, 'Fill this in']]),
  });
  expect(text).toContain('value="A &amp; B"');
  expect(text).toContain(`aria-invalid="true" aria-describedby="${id}-fault"`);
  expect(text).toContain('<title>Check your answers – Guests</title>');
});

it('makes room in a field for the name of a month', () => {
  const [question] = blank.questions;
  const fieldOf = (settings: object): string =>
    formPage({
      ...blank,
      questions: [{ ...must(question), type: 'date', settings: { width: 'small', ...settings } }],
    });
  expect(fieldOf({})).toContain('class="control small"');
  expect(fieldOf({ format: 'long' })).toContain('class="control small long-month"');
});

it('holds no script of what anybody wrote', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "' onfocus='alert(1)",
      '</textarea><b>',
    ),
  );
  const plain = formPage(blank);
  const tags = (text: string) => text.match(/<[^>]*>/g)?.map((tag) => /^<\/?[a-z!]*/.exec(tag)?.[0]);
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, label, value) => {
      const questions = blank.questions.map((one) => ({ ...one, label }));
      const text = formPage({ ...blank, title, questions, values: new Map([[id, [value]]]) });
      expect(tags(text)).toEqual(tags(plain));
    }),
  );
});

it('says the same of every form that is not open', () => {
  expect(closedPage(files)).toContain('This form is not open');
});
