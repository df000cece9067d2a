import type { AiEndpoint } from '@weft/integrations';
import { AppError } from '@weft/std';

const usualModel = 'gpt-4o';

/** `AI_BASE_URL` and what belongs to it; null: there is no language model. */
export function readAiEndpoint(given: (name: string) => string | null): AiEndpoint | null {
  const [baseUrl, apiKey, model] = ['AI_BASE_URL', 'AI_API_KEY', 'AI_MODEL'].map(given);
  if (!baseUrl) {
    const alone = apiKey ? 'AI_API_KEY' : model ? 'AI_MODEL' : null;
    if (alone === null) return null;
    throw new AppError('invalid', `${alone} is set, but AI_BASE_URL is not: it says where the model is.`);
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const isPlain = url !== null && !url.username && !url.password && !url.search && !url.hash;
  // The value may hold a password, so the sentence does not repeat it.
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new AppError(
      'invalid',
      'AI_BASE_URL must be an http or https address such as https://api.openai.com/v1, and the key stands in AI_API_KEY.',
    );
  return { baseUrl: url.href.replace(/\/+$/, ''), apiKey: apiKey || null, model: model || usualModel };
}
