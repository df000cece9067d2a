import { ordersBetween } from '@weft/documents';
import { choiceProps, firstPageId, pageProps, questionProps } from '@weft/forms';
import { must } from '@weft/std';
import { withinLawTime } from '@weft/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callAs, rpc, startTestServer, type TestPerson, type TestServer } from '../../testing.ts';
import { freshId } from './testing.ts';

let server: TestServer;
let ann: TestPerson;
let stranger: TestPerson['call'];
let sender = 0;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' });
  ann = await server.signUp('Ann Owner');
  // Everybody comes from another network: how many answers one may send is no part of this.
  const address = () => `10.${(++sender >> 14) & 127}.${(sender >> 7) & 127}.${sender & 127}`;
  stranger = callAs(server.url, null, address);
});
afterAll(() => server.close());

interface Choice {
  readonly id: string;
  readonly label: string;
}
interface Question {
  readonly id: string;
  readonly type: 'single_choice' | 'multiple_choice' | 'short_text';
  readonly label: string;
  readonly choices: readonly Choice[];
}
type Form = readonly Question[];

const step = fc.record({
  what: fc.constantFrom(
    'rename question',
    'rename choice',
    'swap labels',
    'remove choice',
    'add choice',
    'reverse choices',
    'remove question',
    'add it again',
    'restore a version',
    'nothing',
  ),
  at: fc.nat(20),
  of: fc.nat(20),
  label: fc.constantFrom('Red', 'Green', 'Blue', 'red', 'Red (2)', '1', 'true'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const picked = <T>(list: readonly T[], at: number): T => must(list[at % list.length]);

const newChoice = (label: string): Choice => ({ id: freshId('opt'), label });
const newForm = (): Form => [
  { id: freshId('fld'), type: 'short_text', label: 'Name', choices: [] },
  { id: freshId('fld'), type: 'single_choice', label: 'One', choices: ['Red', 'Green'].map(newChoice) },
  { id: freshId('fld'), type: 'multiple_choice', label: 'Many', choices: ['Red', 'Blue'].map(newChoice) },
];

/** What somebody makes of a form who has published these versions of it. */
function changed(form: Form, published: readonly Form[], { what, at, of, label }: Step): Form {
  if (what === 'restore a version') return picked(published, at);
  if (what === 'remove question')
    return form.length === 1 ? form : form.filter((_, place) => place !== at % form.length);
  if (what === 'add it again') {
    const gone = published.flat().filter(({ id }) => form.every((one) => one.id !== id));
    return gone.length === 0 ? form : [picked(gone, at), ...form];
  }
  if (what === 'rename question')
    return form.map((one, place) => (place === at % form.length ? { ...one, label } : one));
  const many = form.filter(({ choices }) => choices.length > 0);
  if (many.length === 0) return form;
  const target = picked(many, at);
  const chosen = picked(target.choices, of);
  // Labels that differ by case alone are refused.
  const isTaken = target.choices.some((one) => one.label.toLowerCase() === label.toLowerCase());
  const choicesAfter = (): readonly Choice[] => {
    const { choices } = target;
    if (what === 'reverse choices') return choices.toReversed();
    if (what === 'add choice') return isTaken ? choices : [newChoice(label), ...choices];
    if (what === 'remove choice')
      return choices.length === 1 ? choices : choices.filter(({ id }) => id !== chosen.id);
    if (what === 'rename choice')
      return isTaken ? choices : choices.map((one) => (one.id === chosen.id ? { ...one, label } : one));
    if (what === 'swap labels') {
      const other = picked(choices, of + 1);
      return choices.map((one) =>
        one.id === chosen.id
          ? { ...one, label: other.label }
          : one.id === other.id
            ? { ...one, label: chosen.label }
            : one,
      );
    }
    return choices;
  };
  return form.map((one) => (one.id === target.id ? { ...one, choices: choicesAfter() } : one));
}

function documentOf(form: Form): object {
  const orders = ordersBetween(null, null, form.length);
  const page = { parent: null, order: 'V', props: { ...pageProps('form'), label: '' } };
  const blocks = form.flatMap(({ id, type, label, choices }, place) => {
    const inner = ordersBetween(null, null, choices.length);
    return [
      [id, { parent: firstPageId, order: orders[place], props: { ...questionProps(type), label } }] as const,
      ...choices.map(
        (choice, at) =>
          [choice.id, { parent: id, order: inner[at], props: choiceProps(choice.label) }] as const,
      ),
    ];
  });
  return {
    ...{ kind: 'form', schema: 1, props: { title: 'Edited' } },
    blocks: Object.fromEntries([[firstPageId, page], ...blocks]),
  };
}

/** An answer to each question, and what it is as a cell. */
const answersTo = (form: Form, { at, of }: Step) =>
  form.map(({ id, type, choices }) => {
    if (type === 'short_text') return [id, `text ${at}`, `text ${at}`] as const;
    const { id: choice } = picked(choices, of);
    return [id, choice, type === 'single_choice' ? choice : [choice]] as const;
  });

const json = async (response: Response) => {
  const body = (await response.json()) as { [key: string]: unknown };
  expect([response.status, response.ok ? '' : body]).toEqual([200, '']);
  return body;
};

async function followSteps(steps: readonly Step[]): Promise<void> {
  const { flowId } = await rpc(ann, 'forms.create', { name: 'Edited' });
  const published: Form[] = [];
  const kept = new Map<string, unknown>();
  const labels = new Map<string, string>();
  let form = newForm();
  let version = 0;
  let snapshot = '';
  for (const each of [{ what: 'nothing', at: 0, of: 0, label: 'Red' } as const, ...steps]) {
    const next = changed(form, published, each);
    if (published.length === 0 || JSON.stringify(next) !== JSON.stringify(form)) {
      const response = await fetch(new URL(`/v1/flows/${flowId}/document`, server.url), {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${ann.token}`,
          'content-type': 'application/json',
          'if-match': `"${version}"`,
        },
        body: JSON.stringify(documentOf(next)),
      });
      version = Number((await json(response)).version);
      await rpc(ann, 'forms.publish', { flowId, version });
      const now = await rpc(ann, 'forms.get', { flowId });
      ({ version } = now);
      snapshot = must(now.published).id;
      form = next;
      published.push(form);
      for (const { choices } of form) for (const { id, label } of choices) labels.set(id, label);
    }
    const submissionId = freshId('sub');
    const answers = answersTo(form, each);
    await json(
      await stranger('POST', `/t/${flowId}/submissions`, {
        ...{ submissionId, version: snapshot },
        answers: Object.fromEntries(answers.map(([id, text]) => [id, text])),
      }),
    );
    kept.set(submissionId, Object.fromEntries(answers.map(([id, , cell]) => [id, cell])));
  }
  const list = await json(await ann.call('GET', `/v1/flows/${flowId}/submissions?limit=200`));
  const submissions = list.submissions as readonly {
    submissionId: string;
    answers: { [id: string]: unknown };
  }[];
  const asked = new Set(published.flat().map(({ id }) => id));
  // Every answer is there with all it held and nothing else.
  expect(
    new Map(
      submissions.map(({ submissionId, answers }) => [
        submissionId,
        Object.fromEntries(Object.entries(answers).filter(([id, value]) => asked.has(id) && value !== null)),
      ]),
    ),
  ).toEqual(kept);
  // And every choice in it is called what it was called last: by its own name, or with a number behind it once it is gone.
  const { metadata } = await rpc(ann, 'metadata.get', { basePublicId: flowId });
  const options = must(metadata.tables[0]).fields.flatMap(({ template }) =>
    'options' in template ? template.options : [],
  );
  const shown = new Map(options.map(({ value, label }) => [value, label]));
  const current = new Set(form.flatMap(({ choices }) => choices.map(({ id }) => id)));
  for (const [id, label] of labels) {
    const name = must(shown.get(id), `the option of the choice ${label}`);
    if (current.has(id)) expect(name).toBe(label);
    else expect(name.replace(/( \(\d+\))+$/, '')).toBe(label.replace(/( \(\d+\))+$/, ''));
  }
}

it('no sequence of edits, publishing and answers loses or relabels an answer', async () => {
  const numRuns = Math.max(20, Number(process.env.LAWS_RUNS ?? 0) / 10);
  const steps = fc.array(step, { minLength: 1, maxLength: 7 });
  await fc.assert(fc.asyncProperty(steps, withinLawTime(followSteps, 8_000)), { numRuns });
});
