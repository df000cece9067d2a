import { filled } from '../languages/filled.ts';
import type { ScriptText } from '../languages/words.ts';

let texts: { readonly [text: string]: string } | undefined;

/** What a script says, in the language of the page: the page brings it along. */
export function say(text: ScriptText, ...values: readonly (string | number)[]): string {
  const kept = document.querySelector<HTMLTemplateElement>('template#texts');
  texts ??= JSON.parse(kept?.content.textContent ?? '{}') as typeof texts;
  return filled(texts?.[text] ?? text, values);
}
