// Asks before a page tells anybody else about its visitor: nothing is loaded from there until they allow it.

import { say } from './say.ts';

interface Tag {
  /** Loads it, and counts the visit. */
  readonly start: (script: string, id: string) => void;
  readonly sent: (submissionId: string) => void;
  /** Whoever allowed it takes that back: what is loaded is told, and nothing more is counted. */
  readonly stop: () => void;
  readonly goOn: () => void;
}

type Said = readonly unknown[] | IArguments;
interface Queue {
  (...said: readonly unknown[]): void;
  queue: Said[];
  callMethod?: (...said: readonly unknown[]) => void;
  push: unknown;
  loaded: boolean;
  version: string;
}
const page = globalThis as unknown as { fbq?: Queue; _fbq?: Queue; dataLayer?: unknown[] };

function load(address: string): void {
  const script = document.createElement('script');
  Object.assign(script, { src: address, async: true });
  document.head.append(script);
}

/** The script of Meta takes over a queue of this shape, and what was said to it before. */
function metaQueue(): Queue {
  const said = (...all: readonly unknown[]) => {
    if (own.callMethod) own.callMethod(...all);
    else own.queue.push(all);
  };
  const own: Queue = Object.assign(said, { queue: [], push: said, loaded: true, version: '2.0' });
  page.fbq = own;
  page._fbq ??= own;
  return own;
}

const toGoogle = (event: object): void => {
  page.dataLayer ??= [];
  page.dataLayer.push(event);
};
/** Consent is told to Google as the arguments of a function, not as a list. */
function tellConsent(storage: 'granted' | 'denied'): void {
  const all = Object.fromEntries(
    ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'].map((name) => [name, storage]),
  );
  (function told(..._said: readonly unknown[]) {
    // biome-ignore lint/complexity/noArguments: the container looks for this very kind of object
    toGoogle(arguments);
  })('consent', 'update', all);
}

const tags: { readonly [type: string]: Tag } = {
  facebookPixel: {
    start: (script, id) => {
      const tell = metaQueue();
      // What is filled in and pressed is nothing that it looks at by itself.
      tell('set', 'autoConfig', false, id);
      tell('init', id);
      tell('track', 'PageView');
      load(script);
    },
    sent: (eventID) => page.fbq?.('track', 'Lead', {}, { eventID }),
    stop: () => page.fbq?.('consent', 'revoke'),
    goOn: () => page.fbq?.('consent', 'grant'),
  },
  googleTagManager: {
    start: (script) => {
      toGoogle({ 'gtm.start': Date.now(), event: 'gtm.js' });
      load(script);
    },
    sent: (submissionId) => toGoogle({ event: 'form_submitted', submissionId }),
    stop: () => tellConsent('denied'),
    goOn: () => tellConsent('granted'),
  },
};

type Decision = 'yes' | 'no' | null;

/** Where the device keeps nothing, it is asked again. */
function kept(key: string): Decision {
  try {
    const found = localStorage.getItem(key);
    return found === 'yes' || found === 'no' ? found : null;
  } catch {
    return null;
  }
}
function keep(key: string, decision: 'yes' | 'no'): void {
  try {
    localStorage.setItem(key, decision);
  } catch {
    // It holds for this page.
  }
}

/** Shows the question, or what was decided and the way back from it. */
export function askToCount(box: HTMLElement): void {
  const { tag: type = '', asks = '', script = '', id = '' } = box.dataset;
  const tag = tags[type];
  if (tag === undefined) return;
  const key = `consent ${type} ${id}`;
  let decision = kept(key);
  let isLoaded = false;

  const obey = () => {
    if (decision === 'yes' && isLoaded) tag.goOn();
    else if (decision === 'yes') tag.start(script, id);
    else if (isLoaded) tag.stop();
    isLoaded ||= decision === 'yes';
  };
  const decide = (next: 'yes' | 'no') => {
    decision = next;
    keep(key, next);
    obey();
    show();
    box.querySelector('button')?.focus();
  };
  const button = (text: string, next: 'yes' | 'no') => {
    const made = document.createElement('button');
    Object.assign(made, {
      type: 'button',
      className: 'plain',
      textContent: text,
      onclick: () => decide(next),
    });
    return made;
  };
  const show = () => {
    const words = document.createElement('p');
    const states = {
      ask: {
        text: say('mayCount', asks),
        buttons: [button(say('allow'), 'yes'), button(say('noThanks'), 'no')],
      },
      yes: { text: say('counts', asks), buttons: [button(say('stop'), 'no')] },
      no: { text: say('countsNot', asks), buttons: [button(say('allow'), 'yes')] },
    };
    const { text, buttons } = states[decision ?? 'ask'];
    words.textContent = text;
    box.classList.toggle('asks', decision === null);
    box.replaceChildren(words, ...buttons);
    box.hidden = false;
  };
  if (decision !== null) obey();
  show();
  document.addEventListener('answer-sent', (event) => {
    if (decision === 'yes') tag.sent(String((event as CustomEvent).detail));
  });
}
