import { type Published, secretOwnerOfCaptcha } from '@weft/db';
import { type CaptchaName, captchaLabels, isCaptchaName, spamCertainty } from '@weft/forms';
import { OutgoingFault } from '@weft/integrations';
import { captchaMissing, type FormView } from '@weft/public';
import { z } from 'zod';
import { originAt } from '../../http/own-domains.ts';
import type { FormsDeps } from './deps.ts';

/** Milliseconds a service has: somebody waits. */
const timeout = 5_000;
const longestToken = 8_192;

/** What a service says of a token; more may stand beside. */
const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  'error-codes': z.array(z.string()).nullish(),
});

/** Faults of the token itself. Any other is one of the keys or of the service: whoever answers cannot mend it. */
const ofToken: ReadonlySet<string> = new Set([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
  'timeout-or-duplicate',
]);

type Deps = Pick<FormsDeps, 'baseUrl' | 'captchas' | 'formSessions' | 'outgoing' | 'secrets'>;

/** The captcha that a form asks for; null: none. */
function captchaOf({ captcha }: Pick<Published, 'captcha'>) {
  if (captcha === null || !isCaptchaName(captcha.service)) return null;
  return { ...captcha, service: captcha.service };
}

/** What a page shows of the captcha of its form. */
export function shownCaptcha(
  { captchas }: Pick<Deps, 'captchas'>,
  published: Pick<Published, 'captcha' | 'flowId'>,
): FormView['captcha'] {
  const captcha = captchaOf(published);
  if (captcha === null) return null;
  const { service, siteKey } = captcha;
  const shown = { service, siteKey, label: captchaLabels[service] };
  return { ...shown, script: captchas[service].script, action: published.flowId };
}

/** The origins that pages of a form load its captcha from. */
export const captchaOrigins = (
  { captchas }: Pick<Deps, 'captchas'>,
  published: Pick<Published, 'captcha'>,
): readonly string[] => {
  const captcha = captchaOf(published);
  return captcha === null ? [] : captchas[captcha.service].origins;
};

/** Why an answer to a quiz is not verified that was judged as its time was over. */
export const noCaptchaInTime = `${spamCertainty.unverified}the captcha was not passed before the time was over`;

/** `unverified`: nobody could tell, and why. */
type Check = 'passed' | 'refused' | { readonly unverified: string };

async function verdictOf(
  { outgoing, captchas }: Deps,
  service: CaptchaName,
  sent: { readonly secret: string; readonly response: string; readonly sitekey?: string },
): Promise<z.infer<typeof verdict> | null> {
  try {
    const answer = await outgoing.request({
      ...{ url: captchas[service].verify, method: 'POST', timeout, redirects: 0, maxBytes: 64 * 1024 },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(sent).toString(),
    });
    return verdict.parse(JSON.parse(await answer.text()));
  } catch (error) {
    const isTheirs =
      error instanceof OutgoingFault || error instanceof SyntaxError || error instanceof z.ZodError;
    if (isTheirs) return null;
    throw error;
  }
}

/** Asks the service of a form whether a person sends an answer: what cannot be asked is told apart from what is refused. */
export async function checkCaptcha(
  deps: Deps,
  published: Published,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<Check> {
  const captcha = captchaOf(published);
  if (captcha === null) return 'passed';
  const { flowId } = published;
  const { service, siteKey, secretId } = captcha;
  const label = captchaLabels[service];
  const unverified = (why: string) => ({ unverified: `${spamCertainty.unverified}${label} ${why}` });
  // A token is good once: an answer that was taken and is sent again is told so.
  const known = await deps.formSessions.find(flowId, id);
  if (known?.state === 'finished' || known?.state === 'waiting') return 'passed';
  if (token === captchaMissing) return unverified('could not be loaded by the browser');
  if (token === '' || token.length > longestToken) return 'refused';
  const owner = { ...secretOwnerOfCaptcha(flowId), id: secretId };
  const secret = (await deps.secrets.read([owner])).get(secretId);
  if (secret === undefined) return unverified('has a secret that this server cannot open: set it again');
  const said = await verdictOf(deps, service, {
    ...{ secret, response: token },
    ...(service === 'hcaptcha' && { sitekey: siteKey }),
  });
  if (said === null) return unverified('could not be reached');
  if (!said.success) {
    const codes = said['error-codes'] ?? [];
    return codes.length > 0 && codes.every((code) => ofToken.has(code))
      ? 'refused'
      : unverified(`did not take the keys of this form (${codes.join(', ').slice(0, 100) || 'no reason'})`);
  }
  // A token of another site, or of another form with the same keys, is none of this one.
  const ours = [null, published.domain].map((domain) => new URL(originAt(deps.baseUrl(), domain)).hostname);
  const isOurs = ours.includes(said.hostname ?? '');
  return isOurs && (service !== 'turnstile' || said.action === flowId) ? 'passed' : 'refused';
}
