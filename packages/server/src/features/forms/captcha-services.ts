import type { CaptchaName } from '@weft/forms';

/** Where a service is: what a page loads of it, and what tells the server whether a token is good. */
interface CaptchaAddresses {
  readonly script: string;
  readonly verify: string;
  /** Origins that the page of a form with it loads scripts, frames, styles and data of. */
  readonly origins: readonly string[];
}

export type CaptchaServices = { readonly [S in CaptchaName]: CaptchaAddresses };

export const captchaServices: CaptchaServices = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    origins: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
    verify: 'https://api.hcaptcha.com/siteverify',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
};
