import { z } from 'zod';
import { editErrors } from '../bases/base-errors.ts';
import { call } from '../call.ts';
import type { HttpCalls } from '../http-call.ts';
import { instant } from '../schemas/answer-schemas.ts';
import { knownId } from '../schemas/ids.ts';
import { sample } from '../schemas/sample-ids.ts';

const ofForm = { flowId: knownId };
const ofSampleForm = { flowId: sample.form };

/** A domain that a form is to be shown at, and what the DNS is to say of it. */
export const domainAnswer = z.strictObject({
  domain: z.string(),
  /** Where the form is once it is verified. */
  address: z.string(),
  verified: z.boolean(),
  records: z
    .array(
      z.strictObject({ type: z.enum(['TXT', 'CNAME', 'A', 'AAAA']), name: z.string(), value: z.string() }),
    )
    .readonly(),
  checkedAt: instant.nullable(),
  fault: z.string().nullable(),
  leadsHere: z.boolean().nullable(),
  endsAt: instant.nullable(),
});
export type DomainAnswer = Readonly<z.infer<typeof domainAnswer>>;

interface OfDomain {
  readonly domain: DomainAnswer | null;
}
const answer = z.strictObject({ domain: domainAnswer.nullable() });

/** A host of a form's own: claimed by whoever edits the form, and shown there once the DNS says that it is theirs. */
export const domainCalls = {
  'forms.setDomain': call(
    'mutation',
    z.object({ ...ofForm, domain: z.string().min(1).max(300).nullable() }),
  )<OfDomain>({
    summary: 'Choose a domain for a published form, or (null) none',
    more: 'The answer names the DNS records it needs: `TXT` says that the domain is theirs, the other one leads it to this server. Nothing is shown there before `forms.checkDomain`, or the hourly check, has found the `TXT` record; a claim alone keeps nobody from the domain. Another domain takes the place of the one before, at once.',
    errors: editErrors,
    answer,
    example: { ...ofSampleForm, domain: 'forms.example.com' },
  }),
  'forms.checkDomain': call(
    'mutation',
    z.object(ofForm),
  )<OfDomain>({
    summary: 'Look whether the DNS says that a form’s domain is theirs',
    more: 'Found, the form is shown at `/` of that host at once. `fault` says what was not found; `leadsHere`, whether the addresses of the domain are those of this server (behind a proxy of another company they are not); `endsAt`, when a form loses its domain because the record is gone. One domain shows one form: the first that was found to have it keeps it until it is given up, deleted, or its record is gone for 72 hours.',
    errors: {
      ...editErrors,
      conflict: 'Another form has this domain, or this one is in the trash.',
      limit: 'Too many domains are being checked.',
    },
    answer,
    example: ofSampleForm,
  }),
} as const;

/** What a host alone decides. */
export const domainHttpCalls = {
  'GET /': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Open the form whose domain this is, as a page',
    more: 'At a form’s own domain. At any other name of the server it leads to `/home`.',
    errors: { 'not-found': 'Nothing is published here.' },
    answer: ['text/html'],
  },
  'GET /v1/domains/ask': {
    scope: 'open',
    open: true,
    tag: 'Forms',
    summary: 'Ask whether a domain is one of a form',
    more: 'For a proxy that gets certificates on demand (`ask` of Caddy): 200 where a form is shown there, else 404. Answered from memory, without limits.',
    query: z.object({ domain: z.string().max(300) }),
    errors: { 'not-found': 'No form is shown there.' },
    answer: z.strictObject({ domain: z.string() }),
  },
} as const satisfies HttpCalls;
