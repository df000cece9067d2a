/** Services that check whether a program sends an answer, as people call them; the names are stored and never change. */
export const captchaLabels = {
  turnstile: 'Cloudflare Turnstile',
  hcaptcha: 'hCaptcha',
} as const;

export type CaptchaName = keyof typeof captchaLabels;

export const captchaNames = Object.keys(captchaLabels) as readonly CaptchaName[];

export const isCaptchaName = (name: string): name is CaptchaName => Object.hasOwn(captchaLabels, name);
