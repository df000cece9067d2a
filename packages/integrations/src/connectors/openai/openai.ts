import { z } from 'zod';
import type { Connector } from '../connector.ts';
import { templateField } from '../fields.ts';
import { textOf } from '../values.ts';
import { byConfig, chosen, secret } from '../ways.ts';

const models = ['gpt-4o', 'gpt-4o-mini', 'o1', 'o1-mini', 'o3-mini', 'gpt-4-turbo', 'gpt-3.5-turbo'];
const completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string().nullish() }) })]).rest(z.unknown()),
});
const begin = 'OpenAI keys begin with sk-';
const message = `API Key should be an alphanumeric string starting with "key"... ${begin}.`;
const serverAccount = 'The account of this server';
const ownKey = { key: 'keyToUse', is: 'custom' };
/** How the specification calls the account of the server. */
const ofServer = 'zite';

/** Asks a model about each answer: https://platform.openai.com/docs/api-reference/chat/create. */
export const openai: Connector = {
  ...{ type: 'openai', label: 'OpenAI', categories: ['messaging'], use: 'write' },
  purpose: 'Ask a language model',
  auth: [
    byConfig(
      'API key',
      [
        chosen('keyToUse', 'Key to use', [
          { value: 'custom', label: 'My own key' },
          { value: ofServer, label: serverAccount, needs: 'ai', warning: 'Overage charges may apply.' },
        ]),
        secret('apiKey', 'API key', `${begin}.`, { source: 'sk-[\\w-]{16,}', message }, { when: ownKey }),
        // The server has one model, whatever it is called.
        chosen('model', 'Model', models, { when: ownKey }),
      ],
      ({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }),
    ),
  ],
  baseUrl: 'https://api.openai.com/v1',
  // It says so with the status of a limit that passes by itself; this one does not.
  faults: { insufficient_quota: 'permanent' },
  check: async (http) => {
    if (http.config.keyToUse === ofServer) {
      http.own.model();
      return { id: ofServer, label: serverAccount };
    }
    // The account itself stands in no body that a key of a project may read.
    const { headers } = await http.sendWhole('GET', '/models', {});
    const organization = headers['openai-organization'] ?? 'OpenAI';
    return { id: organization, label: organization };
  },
  fieldsOf: async () => [templateField('prompt', 'Prompt', { required: true })],
  write: {
    // Each attempt is billed.
    repeats: 'ask',
    run: async (http, _target, { values }) => {
      const content = textOf(values.get('prompt') ?? '');
      if (http.config.keyToUse === ofServer) return { said: `Answered: ${await http.own.model()(content)}` };
      const messages = [{ role: 'user', content }];
      const json = { model: String(http.config.model), messages };
      const { choices } = await http.post('/chat/completions', completion, { json });
      return { said: `Answered: ${choices[0].message.content ?? 'nothing'}` };
    },
  },
};
