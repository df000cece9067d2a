import { z } from 'zod';
import type { Connector, OutgoingValue, Target, TargetKind } from '../connector.ts';
import { fieldOf } from '../fields.ts';
import { step } from '../lists.ts';
import { formWithFile } from '../multipart.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { named } from '../shapes.ts';
import { after } from '../steps.ts';
import { filesOf, listOf, textOf } from '../values.ts';
import { byConfig, copied, secret } from '../ways.ts';

const structure = z.object({
  structure: z.array(
    z.object({
      ...{ slug: z.string(), label: z.string(), field_type: z.string() },
      params: z
        .object({
          ...{
            required: z.boolean().nullish(),
            is_auto_generated: z.boolean().nullish(),
            system: z.boolean().nullish(),
          },
          choices: z.array(z.object({ label: z.string(), value: z.string() })).nullish(),
        })
        .default({}),
    }),
  ),
});
type Field = z.infer<typeof structure>['structure'][number];

type Make = (value: OutgoingValue, choice: (label: string) => string) => unknown;
const asText: Make = (value) => textOf(value);
const date: Make = (value) => ({ date: textOf(value), include_time: textOf(value).includes('T') });

/** Its types that can be written, https://developers.smartsuite.com/docs/solution-data/fields/field-types */
const types: { readonly [type: string]: { readonly kind: TargetKind; readonly make: Make } } = {
  ...{ recordtitlefield: { kind: 'text', make: asText }, textfield: { kind: 'text', make: asText } },
  ...{ textareafield: { kind: 'text', make: asText }, numberfield: { kind: 'number', make: asText } },
  ...{ currencyfield: { kind: 'number', make: asText }, percentfield: { kind: 'number', make: asText } },
  ratingfield: { kind: 'number', make: (value) => value },
  yesnofield: { kind: 'boolean', make: (value) => value },
  emailfield: { kind: 'text', make: listOf },
  linkfield: { kind: 'text', make: listOf },
  datefield: { kind: 'moment', make: date },
  singleselectfield: { kind: 'choice', make: (value, choice) => choice(textOf(value)) },
  statusfield: { kind: 'choice', make: (value, choice) => ({ value: choice(textOf(value)) }) },
  multipleselectfield: { kind: 'choices', make: (value, choice) => listOf(value).map(choice) },
  filefield: { kind: 'files', make: () => undefined },
};

const fieldsOf = async (http: ServiceHttp, { tableId = '' }: Target): Promise<readonly Field[]> =>
  (await http.get(`/applications/${encodeURIComponent(tableId)}/`, structure)).structure;

/** The calls of https://developers.smartsuite.com/docs; an application is what people call a table. */
export const smartsuite: Connector = {
  ...{ type: 'smartsuite', label: 'SmartSuite', use: 'write' },
  categories: ['database', 'project_management'],
  auth: [
    byConfig(
      'API key',
      [
        secret('apiKey', 'API key', 'In SmartSuite under your picture, API key.', {
          source: '.{16,}',
          message: 'API Key should be an alphanumeric string, from your SmartSuite account.',
        }),
        copied('workspaceId', 'Workspace ID', 'The 8 characters after app.smartsuite.com/ in the address.', {
          source: '[A-Za-z0-9]{8}',
          message: 'Workspace ID should be the 8 characters in your URL when in SmartSuite...',
        }),
      ],
      ({ apiKey, workspaceId }) => ({
        ...{ authorization: `Token ${apiKey}`, 'account-id': String(workspaceId) },
      }),
    ),
  ],
  baseUrl: 'https://app.smartsuite.com/api/v1',
  rateLimit: { requests: 5, per: 1_000 },
  check: async (http) => {
    await http.get('/solutions/', z.array(named));
    const workspaceId = String(http.config.workspaceId);
    return { id: workspaceId, label: workspaceId };
  },
  targets: [
    { ...{ key: 'solutionId', label: 'Solution' }, list: (http) => http.get('/solutions/', z.array(named)) },
    step('tableId', 'Table', (http, { solutionId = '' }) =>
      http.get('/applications/', z.array(named), { query: { solution: solutionId } }),
    ),
  ],
  fieldsOf: async (http, target) =>
    (await fieldsOf(http, target)).flatMap(({ slug, label, field_type, params }) =>
      params.is_auto_generated || params.system
        ? []
        : fieldOf(types[field_type]?.kind, {
            ...{ id: slug, name: label, required: params.required },
            choices: params.choices?.map((one) => one.label),
          }),
    ),
  write: {
    repeats: 'ask',
    run: async (http, target, { values }) => {
      const fields = new Map((await fieldsOf(http, target)).map((field) => [field.slug, field]));
      const files = [...values].flatMap(([slug, value]) => filesOf(value).map((file) => ({ slug, file })));
      const json: { [slug: string]: unknown } = {};
      for (const [slug, value] of values)
        if (filesOf(value).length === 0) json[slug] = cell(value, fields.get(slug));
      const table = encodeURIComponent(target.tableId ?? '');
      const { id } = await http.post(`/applications/${table}/records/`, z.object({ id: z.string() }), {
        json,
      });
      await after('Added a record', async () => {
        for (const { slug, file } of files) {
          const body = formWithFile({ filename: file.name }, 'files', { ...file, bytes: await file.read() });
          const at = [table, encodeURIComponent(id), encodeURIComponent(slug)].join('/');
          await http.sendRaw('POST', `/recordfiles/${at}/`, { body });
        }
      });
      return { said: 'Added a record' };
    },
  },
};

function cell(value: OutgoingValue, field: Field | undefined): unknown {
  const type = types[field?.field_type ?? ''];
  if (field === undefined || type === undefined)
    throw new ServiceFault('permanent', 'A field that was mapped is gone from the table: map it again');
  return type.make(value, (label) => {
    const choice = field.params.choices?.find((one) => one.label === label);
    if (choice === undefined)
      throw new ServiceFault('permanent', `${field.label} has no choice '${label}': add it in SmartSuite`);
    return choice.value;
  });
}
