import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { ServiceFault } from '../service-http.ts';
import { textOf } from '../values.ts';

const models = ['gpt-4o', 'gpt-4o-mini', 'o1', 'o1-mini', 'o3-mini', 'gpt-4-turbo', 'gpt-3.5-turbo'];
const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().nullish() }) })]).rest(z.unknown()),
});
const ownKey = { key: 'keyToUse', is: 'custom' };
/** How the specification calls the account of the server. */
const ofServer = 'zite';
const noQuota = z.object({ error: z.object({ code: z.literal('insufficient_quota') }) });

const noModel = () =>
  new ServiceFault('permanent', 'This server has no language model any more: use a key of your own');

/** Asks a model about each answer: https://platform.openai.com/docs/api-reference/chat/create. */
export const openai: Connector = {
  ...{ type: 'openai', label: 'OpenAI', categories: ['messaging'], use: 'write' },
  purpose: 'Ask a language model',
  auth: [
    {
      kind: 'config',
      label: 'API key',
      fields: [
        {
          ...{ key: 'keyToUse', label: 'Key to use', kind: 'choice', initial: 'custom' },
          choices: [
            { value: 'custom', label: 'My own key' },
            {
              ...{ value: ofServer, label: 'The account of this server', needs: 'ai' },
              warning: 'Overage charges may apply.',
            },
          ],
        },
        {
          ...{ key: 'apiKey', label: 'API key', kind: 'text', secret: true, when: ownKey },
          hint: 'OpenAI keys begin with sk-.',
          pattern: {
            source: 'sk-[\\w-]{16,}',
            message:
              'API Key should be an alphanumeric string starting with "key"... OpenAI keys begin with sk-.',
          },
        },
        {
          // The server has one model, whatever it is called.
          ...{ key: 'model', label: 'Model', kind: 'choice', initial: 'gpt-4o', when: ownKey },
          choices: models.map((model) => ({ value: model, label: model })),
        },
      ],
      headers: ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
    },
  ],
  baseUrl: 'https://api.openai.com/v1',
  // It says so with the status of a limit that passes by itself; this one does not.
  classOf: (_status, body) => (noQuota.safeParse(body).success ? 'permanent' : undefined),
  check: async (http) => {
    if (http.config.keyToUse === ofServer) {
      if (http.own.ask === null) throw noModel();
      return { id: ofServer, label: 'The account of this server' };
    }
    // The account itself stands in no body that a key of a project may read.
    const { headers } = await http.sendWhole('GET', '/models', {});
    const organization = headers['openai-organization'] ?? 'OpenAI';
    return { id: organization, label: organization };
  },
  fieldsOf: async () => [{ id: 'prompt', name: 'Prompt', kind: 'text', required: true, template: true }],
  write: {
    // Each attempt is billed.
    repeats: 'ask',
    run: async (http, _target, { values }) => {
      const content = textOf(values.get('prompt') ?? '');
      if (http.config.keyToUse === ofServer) {
        if (http.own.ask === null) throw noModel();
        return { said: `Answered: ${await http.own.ask(content)}` };
      }
      const messages = [{ role: 'user', content }];
      const json = { model: String(http.config.model), messages };
      const { choices } = await http.post('/chat/completions', completion, { json });
      return { said: `Answered: ${choices[0].message.content ?? 'nothing'}` };
    },
  },
};
