// Shows the card fields of Stripe on the page of an order. Their script is loaded from Stripe, as Stripe asks for, and by
// this page alone: https://docs.stripe.com/js. As long as it has not come, the order is paid on the page of Stripe.

/** What of the script is used here. */
interface Fields {
  readonly mount: (box: HTMLElement) => void;
  readonly on: (event: 'ready' | 'loaderror', act: () => void) => void;
}
interface Elements {
  readonly create: (type: 'payment') => Fields;
  readonly submit: () => Promise<{ readonly error?: Refusal }>;
}
interface Refusal {
  readonly message?: string;
}
interface Stripe {
  readonly elements: (options: {
    readonly mode: 'payment';
    readonly amount: number;
    readonly currency: string;
    readonly allowedPaymentMethodTypes: readonly string[];
    readonly locale: string;
    readonly appearance: { readonly theme: 'stripe' | 'night' };
  }) => Elements;
  readonly confirmPayment: (options: {
    readonly elements: Elements;
    readonly clientSecret: string;
    readonly confirmParams: { readonly return_url: string };
  }) => Promise<{ readonly error?: Refusal }>;
}

const address = 'https://js.stripe.com/endive/stripe.js';
/** Milliseconds that the script has to come. */
const patience = 10_000;

function loaded(): Promise<(key: string) => Stripe> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const begun = () => {
      const { Stripe } = globalThis as unknown as { readonly Stripe?: (key: string) => Stripe };
      if (Stripe === undefined) reject(new Error('The script has not begun'));
      else resolve(Stripe);
    };
    Object.assign(script, { src: address, async: true, onload: begun, onerror: reject });
    document.head.append(script);
    setTimeout(reject, patience);
  });
}

async function showFields(card: HTMLElement): Promise<void> {
  const { key = '', amount, currency = '', secret = '', failed = '', language = '', scheme } = card.dataset;
  const part = <T extends HTMLElement>(found: T | null): T => {
    if (found === null) throw new Error('The page has no card fields');
    return found;
  };
  const box = part(card.querySelector<HTMLElement>('[data-fields]'));
  const button = part(card.querySelector('button'));
  const told = part(card.querySelector('p'));
  const stripe = (await loaded())(key);
  const isDark = scheme === '' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
  const elements = stripe.elements({
    ...{ mode: 'payment', amount: Number(amount), currency, allowedPaymentMethodTypes: ['card'] },
    ...{ locale: language, appearance: { theme: isDark ? 'night' : 'stripe' } },
  });
  const fields = elements.create('payment');
  const show = (isShown: boolean) => {
    card.hidden = !isShown;
    document.querySelector('.instead button')?.classList.toggle('quiet', isShown);
    document.querySelector('.instead button')?.classList.toggle('pay', !isShown);
  };
  fields.on('ready', () => show(true));
  fields.on('loaderror', () => show(false));
  // Fields that are not shown do not begin.
  card.hidden = false;
  fields.mount(box);

  const pay = async (): Promise<string | null> => {
    const { error: unfinished } = await elements.submit();
    if (unfinished !== undefined) return unfinished.message ?? failed;
    const response = await fetch(secret, { method: 'POST' });
    const { secret: clientSecret } = (await response.json()) as { readonly secret?: string | null };
    if (!response.ok) return failed;
    const return_url = new URL(card.dataset.return ?? '', location.href).href;
    if (typeof clientSecret !== 'string') {
      // It is paid, or to be paid elsewhere: the page says which.
      location.assign(return_url);
      return null;
    }
    const { error } = await stripe.confirmPayment({ elements, clientSecret, confirmParams: { return_url } });
    return error === undefined ? null : (error.message ?? failed);
  };
  button.addEventListener('click', async () => {
    // Pressed twice, it is paid once: by the same payment at Stripe.
    if (button.ariaDisabled === 'true') return;
    button.ariaDisabled = 'true';
    told.textContent = '';
    const fault = await pay().catch(() => failed);
    if (fault === null) return;
    told.textContent = fault;
    button.ariaDisabled = null;
  });
}

const card = document.querySelector<HTMLElement>('[data-card]');
if (card !== null)
  showFields(card).catch(() => {
    card.hidden = true;
  });
