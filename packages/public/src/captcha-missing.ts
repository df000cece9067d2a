/** Sent in the place of a captcha's token by a browser that could not load its service. */
export const captchaMissing = 'missing';
