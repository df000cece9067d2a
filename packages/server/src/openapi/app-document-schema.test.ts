import { appDocumentSchema, appOfTemplate, appTemplates } from '@weft/apps';
import { idMaker, must } from '@weft/std';
import fastify, { type FastifyRequest } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { baseTemplates } from '../features/creation/templates/base-templates.ts';
import { templateContent } from '../features/creation/templates/template-content.ts';

const schema = appDocumentSchema('https://weft.example/schemas/app-document.json');
let made = 0;
const newId = idMaker(
  () => 1_790_000_000_000,
  (bytes) => bytes.map((_, at) => (made++ * 31 + at * 7) % 256),
);
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

it.each(appTemplates.map((template) => [template.name, template] as const))(
  'a validator of JSON Schema takes the document of the template %s',
  (_, template) => {
    const base = must(baseTemplates.find(({ name }) => name === template.base));
    const tables = templateContent(base, newId, new Date(0)).map(({ table }) => table);
    const content = appOfTemplate(template, { title: 'Portal', baseId: newId('bas'), tables }, newId);
    validate(JSON.parse(JSON.stringify(content)));
    expect(validate.errors ?? []).toEqual([]);
  },
);
