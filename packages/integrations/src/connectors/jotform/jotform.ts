import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { listed } from '../lists.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { oneKey, region } from '../ways.ts';
import { answersOfJotform } from './jotform-answers.ts';
import { logicOfJotform } from './jotform-conditions.ts';
import { questionsOfJotform } from './jotform-questions.ts';

const account = z.object({ content: z.object({ username: z.string(), email: z.string().nullish() }) });
const forms = z.object({
  content: z.array(z.object({ id: z.string(), title: z.string(), status: z.string() })),
});
const form = z.object({ content: z.object({ title: z.string() }) });
// What holds nothing comes as an empty list.
const none = z.tuple([]).transform(() => ({}));
const questions = z.object({ content: z.record(z.string(), z.record(z.string(), z.unknown())).or(none) });
const conditions = z.object({ content: z.unknown() });
const logicOf = z.object({ conditions: z.unknown() });

const list = async (http: ServiceHttp) => {
  const query = { orderby: 'created_at' };
  const all = await listed(http, '/user/forms', forms, 'content', { limit: 100 }, query);
  return all
    .filter(({ status }) => status !== 'DELETED')
    .map(({ id, title }) => ({ id, name: title || 'Untitled form' }));
};

/** The calls of jotform-api-nodejs, the vendor’s own client: user, user/forms, form, questions, properties, submissions. */
export const jotform: Connector = {
  ...{ type: 'jotform', label: 'Jotform', categories: ['database'], use: 'import', purpose: 'Import a form' },
  fields: [
    region(
      'regionUrl',
      { 'https://api.jotform.com': 'United States', 'https://eu-api.jotform.com': 'Europe' },
      'Where Jotform keeps your account: in its settings under Data.',
    ),
  ],
  auth: [
    oneKey(
      'API key',
      'In Jotform under Settings, API. Reading is enough.',
      // Its address would keep the key in logs on the way.
      (apiKey) => ({ APIKEY: apiKey }),
      { source: '[0-9A-Za-z]{16,100}', message: 'Invalid API key' },
    ),
  ],
  baseUrl: ({ regionUrl }) => String(regionUrl),
  rateLimit: { requests: 10, per: 1_000 },
  check: async (http) => {
    try {
      const { username, email } = (await http.get('/user', account)).content;
      return { id: username, label: email || username };
    } catch (error) {
      if (!(error instanceof ServiceFault) || error.class !== 'reconnect') throw error;
      throw new ServiceFault('reconnect', 'Invalid API key', { cause: error, status: error.status });
    }
  },
  targets: [{ key: 'formId', label: 'Form', list }],
  readForm: async (http, { formId = '' }) => {
    const at = `/form/${encodeURIComponent(formId)}`;
    const { title } = (await http.get(at, form)).content;
    const asked = questionsOfJotform((await http.get(`${at}/questions`, questions)).content);
    const logic = await http.get(`${at}/properties/conditions`, conditions);
    const { shownWhen, jumps, leftOut } = logicOfJotform(
      logicOf.safeParse(logic.content).data?.conditions,
      asked.pages,
    );
    const pages = asked.pages.map((page) =>
      page.map((question) => {
        const when = shownWhen.get(question.key ?? '');
        return when === undefined ? question : { ...question, shownWhen: when };
      }),
    );
    return { title, pages, jumps, leftOut: [...asked.leftOut, ...leftOut] };
  },
  openAnswers: answersOfJotform,
};
