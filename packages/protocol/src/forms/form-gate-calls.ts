import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';
import { storableText } from '../schemas/text.ts';

const ofForm = { flowId: knownId };
const ofSampleForm = { flowId: sample.form };

/** The end of a form's link in words; that it looks like none of our ids is checked by `forms`. */
const customEnding = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$/, 'Small letters, digits and hyphens');

/** Characters of the password of a form. */
const password = storableText(200).refine((text) => text.trim() !== '', 'Write a password');

const captchaService = z.enum(['turnstile', 'hcaptcha']);
const captchaKey = storableText(200).refine((text) => /^[\x21-\x7e]+$/.test(text), 'Not a key');

/** A captcha as it is told: without its secret. */
export const captchaAnswer = z.strictObject({ service: captchaService, siteKey: z.string() });
export type CaptchaAnswer = Readonly<z.infer<typeof captchaAnswer>>;

/** What stands before a published form, and the address it is at: set one by one, and acting at once. */
export const formGateCalls = {
  'forms.setPassword': call(
    'mutation',
    z.object({ ...ofForm, password: password.nullable() }),
  )<{ readonly hasPassword: boolean }>({
    summary: 'Set the password of a published form, or (null) take it away',
    more: 'Acts at once, without publishing. Whoever has opened the form with another password gives the new one.',
    errors: editErrors,
    answer: z.strictObject({ hasPassword: z.boolean() }),
    example: { ...ofSampleForm, password: 'open sesame' },
  }),
  'forms.setCaptcha': call(
    'mutation',
    z.object({
      ...ofForm,
      captcha: z
        .strictObject({
          service: captchaService,
          siteKey: captchaKey,
          secret: captchaKey,
        })
        .nullable(),
    }),
  )<{ readonly captcha: CaptchaAnswer | null }>({
    summary: 'Have a service check whether a program sends an answer, or (null) none',
    more: 'Acts at once, without publishing. The keys are those that the service has given for the site; the secret is sealed, and never told again. An answer that the service refuses is not taken; one that it could not be asked about is kept among the spam. Programs cannot answer such a form.',
    errors: editErrors,
    answer: z.strictObject({ captcha: captchaAnswer.nullable() }),
    example: {
      ...ofSampleForm,
      captcha: { service: 'turnstile', siteKey: '0x4sample', secret: '0x4secret' },
    },
  }),
  'forms.setEnding': call(
    'mutation',
    z.object({ ...ofForm, customEnding: customEnding.nullable() }),
  )<{ readonly customEnding: string | null }>({
    summary: 'Choose the end of a published form’s link, or (null) none',
    more: 'The form is then at `/t/{customEnding}` too, at once; `/t/{publicIdentifier}` goes on working.',
    errors: { ...editErrors, conflict: 'Another form has this ending, or this one is in the trash.' },
    answer: z.strictObject({ customEnding: z.string().nullable() }),
    example: { ...ofSampleForm, customEnding: 'autumn-classes' },
  }),
} as const;
