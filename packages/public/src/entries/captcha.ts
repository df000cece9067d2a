// Shows the captcha of a form: the script of its service is loaded once, by pages of such a form alone.
import { captchaMissing } from '../captcha-missing.ts';
import { say } from './say.ts';

interface Widget {
  readonly render: (
    box: HTMLElement,
    options: { readonly [name: string]: string | boolean | ((token: string) => void) },
  ) => unknown;
}

/** What the script of each service puts into the page. */
const widgetOf = (service: string): Widget | undefined =>
  (globalThis as unknown as { readonly [name: string]: Widget | undefined })[service];

/** Milliseconds between looks for a script that has come and not begun yet, and how often it is looked for. */
const [pause, looks] = [50, 100];

const loading = new Map<string, Promise<Widget>>();

async function loaded(service: string, address: string): Promise<Widget> {
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    Object.assign(script, { src: address, async: true, onload: resolve, onerror: reject });
    document.head.append(script);
  });
  for (let look = 0; look < looks; look++) {
    const widget = widgetOf(service);
    if (widget?.render !== undefined) return widget;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  throw new Error('The script has not begun');
}

/** Puts the widget into its box, and what it finds into the form. */
export async function showCaptcha(box: HTMLElement): Promise<void> {
  const { captcha: service = '', script = '', key = '', action = '', label = '' } = box.dataset;
  const input = box.closest('form')?.querySelector<HTMLInputElement>('input[name=captcha]');
  if (input === null || input === undefined) return;
  const set = (token: string) => {
    input.value = token;
  };
  const fail = () => {
    loading.delete(service);
    set(captchaMissing);
    box.textContent = say('captchaGone', label);
  };
  const widget = loading.get(service) ?? loaded(service, script);
  loading.set(service, widget);
  try {
    (await widget).render(box, {
      ...{ sitekey: key, action, 'response-field': false },
      callback: set,
      'expired-callback': () => set(''),
      'error-callback': () => set(captchaMissing),
    });
  } catch {
    fail();
  }
}
