// Texts that would do harm wherever one of them is taken for code.
import { expect, type Page } from '@playwright/test';

/** Texts that are harmless where they are shown as texts. Each would set `hostile`, or add an element of this name. */
export const corpus = [
  '<script>window.hostile=1</script><x-hostile>',
  '<img src=x onerror="window.hostile=1"><x-hostile>',
  '<svg/onload=window.hostile=1><x-hostile>',
  `"'><iframe srcdoc="<script>parent.hostile=1</script>"></iframe><x-hostile a="`,
  '</title></style></textarea></script><x-hostile><img src=https://evil.example/pixel>',
  '<style>@import url(https://evil.example/css)</style><link rel=stylesheet href=https://evil.example/link>',
  '<base href=https://evil.example/><meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<a href="javascript:window.hostile=1" x-hostile>press</a>',
  'javascript:window.hostile=1',
  'JaVaScRiPt://%0awindow.hostile=1',
  'data:text/html,<script>opener.hostile=1</script>',
  `{{constructor.constructor("window.hostile=1")()}} \${window.hostile=1} #{7*7} <%= 7*7 %>`,
  '\u202e\u2066txt.exe\u2069\u202c \u200f\u200b',
  '__proto__ constructor toString %s %n %00 \\u003cscript\\u003e',
];
/** As a name: short, in one line, and all kinds at once. */
export const name = (what: string) =>
  `${what}"'><img src=x onerror=window.hostile=1><script>window.hostile=1</script><x-hostile>{{7*7}}\u202e`;

interface Watched {
  readonly faults: readonly string[];
  /** Throws when anything of a text has come to life. */
  readonly expectHarmless: () => Promise<void>;
}

export async function watch(page: Page, origin: string): Promise<Watched> {
  const faults: string[] = [];
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.context().on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) faults.push(`request: ${url}`);
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  page.on('popup', (popup) => faults.push(`popup: ${popup.url()}`));
  await page.exposeFunction('tellViolation', (text: string) => faults.push(`violation: ${text}`));
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) =>
       tellViolation(event.violatedDirective + ' ' + event.blockedURI));`,
  );
  const alive = `[
    ...(window.hostile === undefined ? [] : ['a script ran']),
    ...[...document.querySelectorAll('x-hostile, [x-hostile], iframe:not([title]), object, embed, base, meta[http-equiv]')]
      .map((element) => 'element: ' + element.outerHTML.slice(0, 200)),
    ...[...document.querySelectorAll('script')].filter((one) => one.text.includes('hostile')).map(() => 'script'),
    ...[...document.querySelectorAll('a[href], form[action], [src]')]
      .map((element) => element.getAttribute('href') ?? element.getAttribute('action') ?? element.getAttribute('src'))
      .filter((url) => !['http:', 'https:', 'mailto:', 'tel:', 'blob:'].includes(new URL(url, location.href).protocol)
        && !/^data:image\\//.test(url))
      .map((url) => 'link: ' + url),
    ...[...document.querySelectorAll('*')]
      .flatMap((element) => element.getAttributeNames().filter((one) => one.startsWith('on')))
      .map((one) => 'handler: ' + one),
  ]`;
  const expectHarmless = async () => {
    // Frames of our own have a title.
    for (const frame of page.frames()) expect(await frame.evaluate(alive)).toEqual([]);
    expect(faults).toEqual([]);
  };
  return { faults, expectHarmless };
}
