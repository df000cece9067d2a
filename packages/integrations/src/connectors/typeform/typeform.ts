import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { listed, step } from '../lists.ts';
import { bearerToken, region, signIn } from '../ways.ts';
import { answersOfTypeform } from './typeform-answers.ts';
import { formOfTypeform, typeformForm } from './typeform-form.ts';

const me = z.object({ user_id: z.string(), alias: z.string().nullish(), email: z.string().nullish() });
const forms = z.object({
  page_count: z.number(),
  items: z.array(z.object({ id: z.string(), title: z.string() })),
});

/** The calls of js-api-client (MIT), the vendor’s own client: me, forms, responses. */
export const typeform: Connector = {
  ...{
    type: 'typeform',
    label: 'Typeform',
    categories: ['database'],
    use: 'import',
    purpose: 'Import a form',
  },
  fields: [
    region(
      'regionUrl',
      { 'https://api.typeform.com': 'United States', 'https://api.eu.typeform.com': 'Europe' },
      'Where Typeform keeps your account: Europe where its address begins with eu.',
    ),
  ],
  auth: [
    signIn('typeform', ['accounts:read', 'forms:read', 'responses:read', 'offline']),
    bearerToken(
      'Personal token',
      'In Typeform under your account, Personal tokens. Reading forms and responses is enough.',
      {
        source: 'tfp_[\\w-]{20,200}',
        message: 'A personal token of Typeform begins with tfp_',
      },
    ),
  ],
  baseUrl: ({ regionUrl = 'https://api.typeform.com' }) => String(regionUrl),
  rateLimit: { requests: 2, per: 1_000 },
  check: async (http) => {
    const { user_id, alias, email } = await http.get('/me', me);
    return { id: user_id, label: email || alias || user_id };
  },
  targets: [
    step('formId', 'Form', async (http) => {
      const more = ({ page_count }: z.infer<typeof forms>, page: number) => page < page_count;
      const all = await listed(http, '/forms', forms, 'items', { more }, { page_size: 200 });
      return all.map(({ id, title }) => ({ id, name: title || 'Untitled form' }));
    }),
  ],
  readForm: async (http, { formId = '' }) =>
    formOfTypeform(await http.get(`/forms/${encodeURIComponent(formId)}`, typeformForm)),
  openAnswers: answersOfTypeform,
};
