import { textType } from '../text/text-type.ts';

/** Shows what `env.formatPhone` makes of the number; without it, or when it answers null, the text as typed. */
export const phoneNumberType = textType('phone_number', {
  label: 'Phone number',
  trimsPaste: true,
  format: (text, env) => env.formatPhone?.(text) ?? text,
});
