import { templateField, textAt } from './fields.ts';
import { ServiceFault } from './service-http.ts';
import type { OutgoingValue } from './target.ts';

/** What a message is made of. */
export const messageField = templateField('text', 'Message', { required: true });

/** A message, which is not cut: a service takes so many characters. */
export function messageOf(
  values: ReadonlyMap<string, OutgoingValue>,
  service: string,
  most: number,
  shown: (text: string) => string = (text) => text,
): string {
  const text = shown(textAt(values, messageField.id));
  if (text.length > most)
    throw new ServiceFault(
      'permanent',
      `The message is longer than the ${most.toLocaleString('en-US')} characters that ${service} takes`,
    );
  return text;
}
