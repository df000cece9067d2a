import type { OutgoingValue, TargetField } from './connector.ts';
import { ServiceFault } from './service-http.ts';
import { textOf } from './values.ts';

const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
/** Sources of regular expressions. */
export const hostName = `(?=.{1,253}$)${label}(?:\\.${label})*\\.?`;
export const emailAddress = `[^\\s@<>()\\[\\],;:"\\\\]{1,64}@${label}(?:\\.${label})+`;
const isAddress = new RegExp(`^${emailAddress}$`, 'u');

/** What a mail is made of. */
export const mailFields: readonly TargetField[] = [
  { id: 'to', name: 'To', kind: 'text', address: true, required: true, template: true },
  { id: 'subject', name: 'Subject', kind: 'text', required: true, template: true },
  { id: 'text', name: 'Text', kind: 'text', required: true, template: true },
];

/** A mail to one person: whoever fills in a form cannot send to others by it. */
export function mailOf(values: ReadonlyMap<string, OutgoingValue>) {
  const to = textOf(values.get('to') ?? '').trim();
  if (!isAddress.test(to))
    throw new ServiceFault('permanent', `“${to.slice(0, 60)}” is not one email address`);
  return {
    to,
    subject: textOf(values.get('subject') ?? '').replaceAll(/\s+/g, ' '),
    text: textOf(values.get('text') ?? ''),
  };
}
