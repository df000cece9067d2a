import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { step } from '../target-step.ts';
import { allPages } from '../values.ts';
import { bearerToken, signIn } from '../ways.ts';
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
    {
      ...{ key: 'regionUrl', label: 'Region', kind: 'choice', leads: true },
      hint: 'Where Typeform keeps your account: Europe where its address begins with eu.',
      initial: 'https://api.typeform.com',
      choices: [
        { value: 'https://api.typeform.com', label: 'United States' },
        { value: 'https://api.eu.typeform.com', label: 'Europe' },
      ],
    },
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
    step('formId', 'Form', (http) =>
      allPages(async (page = '1') => {
        const { items, page_count } = await http.get('/forms', forms, { query: { page, page_size: 200 } });
        const named = items.map(({ id, title }) => ({ id, name: title || 'Untitled form' }));
        return { items: named, next: Number(page) < page_count ? `${Number(page) + 1}` : null };
      }),
    ),
  ],
  readForm: async (http, { formId = '' }) =>
    formOfTypeform(await http.get(`/forms/${encodeURIComponent(formId)}`, typeformForm)),
  openAnswers: answersOfTypeform,
};
