import type { Content } from '@weft/documents';
import {
  choiceProps,
  firstPageId,
  formDocumentSchema,
  formFaults,
  formTemplates,
  newForm,
  partProps,
  questionProps,
  questionType,
  questionTypeNames,
  templateContent,
} from '@weft/forms';
import fastify, { type FastifyRequest } from 'fastify';
import { beforeAll, expect, it } from 'vitest';

const schema = formDocumentSchema('https://weft.example/schemas/form-document.json');
/** A validator that has never heard of the product: Ajv. */
let validate: ReturnType<FastifyRequest['compileValidationSchema']>;
beforeAll(async () => {
  const app = fastify({ ajv: { customOptions: { removeAdditional: false, coerceTypes: false } } });
  app.get('/', async (request) => {
    validate = request.compileValidationSchema({ ...schema });
    return '';
  });
  await app.inject('/');
  await app.close();
});

let made = 0;
const newId = (kind: string) => `${kind}${(made++).toString(36).padStart(21, '0')}`;

/** The document as it travels. */
const sent = (content: unknown) => JSON.parse(JSON.stringify(content)) as Content;

const question = (type: (typeof questionTypeNames)[number], settings: object): Content => {
  const { choices, parts } = questionType(type);
  const id = newId('fld');
  const inner = [
    ...(choices?.initial ?? []).map((label) => [newId('opt'), choiceProps(label)] as const),
    ...(parts?.initial ?? []).map(({ name, label }) => [newId('fld'), partProps(name, label)] as const),
  ];
  const form = newForm('Guests');
  const children = inner.map(([child, props], i) => [child, { parent: id, order: `V${i}V`, props }] as const);
  const asked = { parent: firstPageId, order: 'V', props: { ...questionProps(type), ...settings } };
  return { ...form, blocks: { ...form.blocks, [id]: asked, ...Object.fromEntries(children) } };
};

it.each(formTemplates.map((template) => [template.name, template] as const))(
  'a validator of JSON Schema takes the document of the template %s',
  (_, template) => {
    validate(sent(templateContent(template, '', newId)));
    expect(validate.errors ?? []).toEqual([]);
  },
);

it.each(questionTypeNames)('and a question of the type %s with every setting of its samples', (type) => {
  for (const { settings = {} } of [{}, ...questionType(type).samples]) {
    const content = sent(question(type, settings));
    expect(formFaults(content)).toEqual([]);
    validate(content);
    expect(validate.errors ?? []).toEqual([]);
  }
});

const valid = question('rating', { stars: 5 });
const [id = ''] = Object.keys(valid.blocks).filter((each) => each.startsWith('fld'));
const withProps = (props: object) => ({
  ...valid,
  blocks: { ...valid.blocks, [id]: { ...valid.blocks[id], props: { ...valid.blocks[id]?.props, ...props } } },
});
const condition = { fieldId: id, operator: 'is', value: 1 };

it.each([
  ['no setting of this type', withProps({ css: 'a' })],
  ['a setting beyond its bounds', withProps({ stars: 1_000 })],
  ['a label that is no text', withProps({ label: 1 })],
  ['a label that is too long', withProps({ label: 'x'.repeat(300) })],
  ['a type that there is not', withProps({ type: 'telepathy' })],
  ['conditions of another shape', withProps({ shownWhen: { conjunction: 'xor', items: [condition] } })],
  ['a condition with more', withProps({ shownWhen: { conjunction: 'or', items: [{ ...condition, a: 1 }] } })],
  ['an id of no kind', { ...valid, blocks: { ...valid.blocks, 'a b': valid.blocks[id] } }],
  ['a colour that is none', { ...valid, props: { ...valid.props, accentColor: 'red' } }],
  ['a theme that there is not', { ...valid, props: { ...valid.props, theme: 'none such' } }],
  ['a host with more', { ...valid, props: { ...valid.props, hosts: [{ userId: 'u', name: 'x' }] } }],
  ['a property of the form that there is not', { ...valid, props: { ...valid.props, formula: 'x' } }],
])('and neither it nor the server takes %s', (_what, content) => {
  expect(validate(sent(content))).toBe(false);
  expect(formFaults(sent(content))).not.toEqual([]);
});

it('conditions within conditions are taken', () => {
  const shownWhen = { conjunction: 'and', items: [{ conjunction: 'or', items: [condition] }] };
  const content = sent(withProps({ shownWhen }));
  expect([validate(content), formFaults(content)]).toEqual([true, []]);
});
