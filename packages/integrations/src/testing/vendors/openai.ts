import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://api.openai.com/v1';
const content = 'Sum up: “Größe”\n& more';
const messages = [{ role: 'user', content }];

/** By openapi.json of openai-openapi (MIT): createChatCompletion and listModels. */
export const openai = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/models` },
      answer: () => ({
        headers: { 'openai-organization': 'org-ada' },
        json: { object: 'list', data: [{ id: 'gpt-4o', object: 'model', created: 1, owned_by: 'openai' }] },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/chat/completions`, adds: true },
      body: z.strictObject({
        model: z.string(),
        messages: z.array(z.strictObject({ role: z.literal('user'), content: z.string().min(1) })).min(1),
      }),
      answer: () => ({
        json: {
          id: 'chatcmpl-1',
          choices: [
            { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'A big room.' } },
          ],
        },
      }),
    },
  ],
  ways: [
    {
      config: { apiKey: 'sk-proj-0123456789abcdef', keyToUse: 'custom', model: 'gpt-4o' },
      credential: () => ({ authorization: 'Bearer sk-proj-0123456789abcdef' }),
      account: { id: 'org-ada', label: 'org-ada' },
    },
  ],
  target: {},
  fields: [{ id: 'prompt', name: 'Prompt', kind: 'text', required: true, template: true }],
  values: { prompt: content },
  sent: [{ model: 'gpt-4o', messages }],
});
