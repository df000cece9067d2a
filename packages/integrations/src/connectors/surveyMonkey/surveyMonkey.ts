import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { listed, step } from '../lists.ts';
import { ServiceFault, type ServiceHttp } from '../service-http.ts';
import { bearerToken, region } from '../ways.ts';
import { answersOfSurvey } from './survey-answers.ts';
import { formOfSurvey, surveyDetails } from './survey-questions.ts';

const me = z.object({ id: z.string(), username: z.string(), email: z.string().nullish() });
const surveys = z.object({
  data: z.array(z.object({ id: z.string(), title: z.string() })),
  links: z.object({ next: z.string().nullish() }).nullish(),
});

/** What a refusal is told as: all that is not about a scope or the host means that the token is wrong. */
function tokenFault(error: unknown): unknown {
  if (!(error instanceof ServiceFault) || error.class !== 'reconnect') return error;
  const why =
    error.status !== 403
      ? 'Invalid access token'
      : /scope|permission/i.test(error.message)
        ? 'Missing "View Surveys" scope. Try refreshing your SurveyMonkey app page.'
        : /host|region|access.?url/i.test(error.message)
          ? 'Invalid Region. Please select a different region.'
          : 'Invalid access token';
  return new ServiceFault('reconnect', why, { cause: error, status: error.status });
}

/** Whose token it is; one that may read surveys and nothing else does not say. */
async function accountOf(http: ServiceHttp) {
  try {
    const { id, username, email } = await http.get('/users/me', me);
    return { id, label: email || username };
  } catch (error) {
    if (!(error instanceof ServiceFault) || error.status !== 403) throw tokenFault(error);
    return { id: String(http.config.regionUrl), label: 'SurveyMonkey' };
  }
}

const regions = {
  'https://api.surveymonkey.com/v3': 'United States',
  'https://api.eu.surveymonkey.com/v3': 'Europe',
  'https://api.surveymonkey.ca/v3': 'Canada',
};

/** The calls of SurveyMonkey/public_api_docs, version 3: users/me, surveys, details, responses/bulk. */
export const surveyMonkey: Connector = {
  ...{
    type: 'surveyMonkey',
    label: 'SurveyMonkey',
    categories: ['database'],
    use: 'import',
    purpose: 'Import a form',
  },
  fields: [region('regionUrl', regions, 'Where SurveyMonkey keeps your account.')],
  auth: [
    bearerToken(
      'Access token',
      'Of an app that you make at developer.surveymonkey.com, with the scope View Surveys, and View Response Details for their answers.',
      { source: '[\\w.~+/=-]{16,2000}', message: 'Invalid access token' },
    ),
  ],
  baseUrl: ({ regionUrl }) => String(regionUrl),
  rateLimit: { requests: 2, per: 1_000 },
  check: async (http) => {
    const { data } = await http
      .get('/surveys', surveys, { query: { per_page: 1 } })
      .catch((error: unknown) => {
        throw tokenFault(error);
      });
    if (data.length === 0)
      throw new ServiceFault('permanent', 'This account has no survey yet: make one at SurveyMonkey first');
    return accountOf(http);
  },
  targets: [
    step('formId', 'Form', async (http) => {
      const more = ({ links }: z.infer<typeof surveys>) => Boolean(links?.next);
      const all = await listed(http, '/surveys', surveys, 'data', { more }, { per_page: 100 });
      return all.map(({ id, title }) => ({ id, name: title || 'Untitled survey' }));
    }),
  ],
  readForm: async (http, { formId = '' }) =>
    formOfSurvey(await http.get(`/surveys/${encodeURIComponent(formId)}/details`, surveyDetails)),
  openAnswers: answersOfSurvey,
};
