import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ThirdParties, usualThirdParties } from '../third-parties.ts';
import { type Intent, newIntent, shownIntent } from './local-intents.ts';
import { refusalOf } from './local-operations.ts';
import {
  begun,
  laterPayments,
  type Subscription,
  shownInvoice,
  shownSubscription,
} from './local-subscriptions.ts';

interface Session {
  readonly id: string;
  readonly url: string;
  readonly total: number;
  readonly currency: string;
  readonly order: string;
  readonly form: string;
  /** Epoch seconds. */
  readonly created: number;
  /** Where whoever paid is led to. */
  readonly returnUrl: string;
  /** How often it is paid; null: once. */
  readonly every: string | null;
  subscription: Subscription | null;
  status: 'open' | 'complete' | 'expired';
  payment: {
    readonly id: string;
    status: 'succeeded' | 'processing' | 'requires_payment_method';
    received: number;
    refunded: number;
    disputed: boolean;
  } | null;
}

export const testKey = 'rk_test_0123456789abcdefABCDEF';
/** Of another account, which knows nothing of what is paid into the first. */
export const otherKey = 'rk_test_another9abcdefABCDEF0123';
/** Of the first account, and moves money. */
export const liveKey = 'rk_live_0123456789abcdefABCDEF';
const keys = [testKey, otherKey, liveKey];

type Fault =
  | 'away'
  | 'lost'
  | 'busy'
  | 'locked'
  | 'refused'
  | 'forbidden'
  | 'failed'
  | 'failedAfter'
  | 'none';
type Answer = { readonly status: number; readonly json: unknown };
const refusal = (status: number, type: string, message: string, code?: string): Answer => ({
  status,
  json: { error: { type, message, ...(code !== undefined && { code }) } },
});
const invalid = (message: string, code?: string) => refusal(400, 'invalid_request_error', message, code);

const tooMany = refusal(429, 'rate_limit_error', 'Too many requests', 'rate_limit');
const isLocked = refusal(
  ...([429, 'invalid_request_error', 'This object cannot be accessed right now', 'lock_timeout'] as const),
);
const isForbidden = refusal(
  403,
  'invalid_request_error',
  "The provided key does not have the required permissions for this endpoint. Having the 'rak_checkout_session_write' permission would allow this request to continue.",
);
const isBroken = refusal(500, 'api_error', 'An unknown error occurred');
const isRefused = invalid('This cannot be answered');

/**
 * A strict local server in Stripe's place, with what payments ask of it: https://docs.stripe.com/api. It keeps state, takes
 * no parameter that it does not know, and answers a request that is sent again under its key as it did the first time.
 */
export class LocalStripe {
  readonly sessions: Session[] = [];
  /** Payments that are made on our own page. */
  readonly intents: Intent[] = [];
  readonly refunds: { readonly key: string; readonly amount: number; readonly of: string }[] = [];
  /** What happens to the next requests: it is away, does what it is asked for and its answer is lost, has too many of them, or has locked what it is about; or refuses it, or the key may not do it, or it fails at it before or after it is done and keeps that under its key, or is asked as usual. */
  readonly faults: Fault[] = [];
  /** What became of each dispute of a payment that is disputed. */
  disputes: readonly string[] = ['needs_response'];
  requests = 0;
  /** The account has a page on which whoever pays looks after what they pay. */
  hasPortal = true;
  /** Epoch milliseconds, by its clock. */
  now: () => number = Date.now;
  readonly #answered = new Map<string, { readonly body: string; readonly answer: Answer }>();
  readonly #server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      this.requests++;
      const fault = this.faults.shift();
      if (fault === 'away') return void request.socket.destroy();
      if (fault === 'busy' || fault === 'locked' || fault === 'refused' || fault === 'forbidden') {
        const answers = { busy: tooMany, locked: isLocked, refused: isRefused, forbidden: isForbidden };
        const { status, json } = answers[fault];
        response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' });
        return void response.end(JSON.stringify(json));
      }
      const key = request.headers['idempotency-key'];
      const used = keys.find((one) => request.headers.authorization === `Bearer ${one}`);
      const isOthers = used === otherKey && /cs_|refunds|disputes/.test(`${request.url}${body}`);
      const isReplayed = key !== undefined && this.#answered.has(String(key));
      const { status, json } = isOthers
        ? refusal(404, 'invalid_request_error', 'No such checkout.session', 'resource_missing')
        : used !== undefined
          ? this.#once(request.method ?? '', request.url ?? '', String(key ?? ''), body, fault)
          : refusal(401, 'invalid_request_error', 'Invalid API Key provided');
      if (fault === 'lost') return void request.socket.destroy();
      response.writeHead(status, {
        ...{ 'content-type': 'application/json', 'request-id': 'req_1' },
        ...(isReplayed && { 'idempotent-replayed': 'true' }),
      });
      response.end(JSON.stringify(json));
    });
  });

  async listen(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  /** Where its API is. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/v1`;
  }

  get thirdParties(): ThirdParties {
    return {
      ...usualThirdParties,
      connectors: usualThirdParties.connectors.map((connector) =>
        connector.type === 'stripe' ? { ...connector, baseUrl: this.url } : connector,
      ),
    };
  }

  /** Somebody pays, or a bank begins to. */
  pay(session: Session, status: 'succeeded' | 'processing' = 'succeeded', received = session.total): void {
    if (session.status !== 'open') return;
    session.status = 'complete';
    session.payment = {
      ...{ id: `pi_${session.id}`, status, received: status === 'succeeded' ? received : 0 },
      ...{ refunded: 0, disputed: false },
    };
    if (session.every !== null) session.subscription = begun(session, this.now());
  }

  /** The bank that was working on a payment has decided. */
  decide(session: Session, isPaid: boolean): void {
    if (session.payment?.status !== 'processing') return;
    session.payment.status = isPaid ? 'succeeded' : 'requires_payment_method';
    session.payment.received = isPaid ? session.total : 0;
  }

  expire(session: Session): void {
    if (session.status === 'open') session.status = 'expired';
  }

  #once(method: string, address: string, key: string, body: string, fault?: Fault): Answer {
    const known = this.#answered.get(key);
    if (key !== '' && known !== undefined)
      return known.body === body
        ? known.answer
        : refusal(
            400,
            'idempotency_error',
            'Keys for idempotent requests can only be used with the same parameters',
          );
    const made = () => this.#answer(method, new URL(address, 'http://stripe'), body);
    if (fault === 'failedAfter') made();
    const answer = fault === 'failed' || fault === 'failedAfter' ? isBroken : made();
    if (method === 'POST' && key !== '') this.#answered.set(key, { body, answer });
    return answer;
  }

  #answer(method: string, { pathname, searchParams }: URL, body: string): Answer {
    const asked = method === 'POST' ? new URLSearchParams(body) : searchParams;
    const route = `${method} ${pathname.replace(/(cs|pi|sub)_\w+(?=\/(expire|cancel)$|$)/, '')}`;
    const refused = refusalOf(method, pathname, asked);
    if (refused === undefined)
      return refusal(404, 'invalid_request_error', `Unrecognized request URL (${route})`);
    if (refused !== null) return invalid(refused.message, refused.code);
    if (route === 'GET /v1/account') return { status: 200, json: { object: 'account', id: 'acct_1' } };
    if (route === 'POST /v1/checkout/sessions') return this.#create(asked);
    if (route === 'POST /v1/refunds') return this.#refund(asked);
    const paid = this.#onPage(route, pathname, asked);
    if (paid !== null) return paid;
    const subscribed = this.#subscribed(method, pathname, asked);
    if (subscribed !== null) return subscribed;
    if (route === 'GET /v1/refunds') {
      const made = this.refunds.filter((one) => one.of === asked.get('payment_intent'));
      const data = made.map((one) => ({ object: 'refund', metadata: { weft_refund: one.key } }));
      return { status: 200, json: { object: 'list', url: '/v1/refunds', has_more: false, data } };
    }
    if (route === 'GET /v1/disputes')
      return { status: 200, json: { object: 'list', data: this.disputes.map((status) => ({ status })) } };
    if (route === 'GET /v1/checkout/sessions') {
      const since = Number(asked.get('created[gte]') ?? 0);
      const made = this.sessions.filter(({ created }) => created >= since).toReversed();
      const data = made.map((one) => this.#shown(one));
      return { status: 200, json: { object: 'list', url: '/v1/checkout/sessions', has_more: false, data } };
    }
    const session = this.sessions.find(({ id }) => pathname.split('/').includes(id));
    if (session === undefined)
      return refusal(404, 'invalid_request_error', 'No such checkout.session', 'resource_missing');
    if (route.endsWith('/expire')) {
      if (session.status !== 'open')
        return invalid('Only Checkout Sessions with a status in ["open"] can be expired');
      session.status = 'expired';
    }
    return { status: 200, json: this.#shown(session) };
  }

  /** What is asked of payments that are made on our own page; null: it is something else. */
  #onPage(route: string, pathname: string, asked: URLSearchParams): Answer | null {
    const shown = (intent: Intent): Answer => ({ status: 200, json: shownIntent(intent) });
    if (route === 'POST /v1/payment_intents') {
      const made = newIntent(asked, this.intents.length, this.now());
      if (typeof made === 'string') return invalid(made);
      this.intents.push(made);
      return shown(made);
    }
    if (route === 'GET /v1/payment_intents' && asked.has('created[gte]')) {
      const since = Number(asked.get('created[gte]'));
      const ofPages = this.sessions
        // What is paid again and again is named by its subscription, not by its payments.
        .filter((one) => one.created >= since && one.every === null)
        .flatMap((one) => this.#intent(one) ?? []);
      const data = [...ofPages, ...this.intents.filter(({ created }) => created >= since).map(shownIntent)];
      return { status: 200, json: { object: 'list', url: pathname, has_more: false, data } };
    }
    const known = this.intents.find(({ id }) => pathname.split('/').includes(id));
    if (known === undefined) return null;
    if (route.endsWith('/cancel')) {
      if (known.status !== 'requires_payment_method')
        return invalid(
          `You cannot cancel this PaymentIntent because it has a status of ${known.status}.`,
          'payment_intent_unexpected_state',
        );
      known.status = 'canceled';
    }
    return shown(known);
  }

  /** What is asked of subscriptions; null: it is something else. */
  #subscribed(method: string, pathname: string, asked: URLSearchParams): Answer | null {
    const ok = (json: unknown): Answer => ({ status: 200, json });
    if (pathname === '/v1/billing_portal/sessions')
      return this.hasPortal
        ? ok({
            object: 'billing_portal.session',
            url: `https://billing.stripe.com/p/${asked.get('customer')}`,
          })
        : invalid('No configuration provided and your test mode default configuration has not been created.');
    const named = pathname.split('/').at(-1);
    const all = this.sessions.flatMap(({ subscription }) => subscription ?? []);
    if (pathname === '/v1/invoices') {
      const one = all.find(({ id }) => id === asked.get('subscription'));
      const data = one?.invoices.map((invoice) => shownInvoice(one, invoice, asked.has('expand[0]'))) ?? [];
      return ok({ object: 'list', url: '/v1/invoices', has_more: false, data });
    }
    if (pathname === '/v1/payment_intents') {
      const session = this.sessions.find((one) => one.subscription?.customer === asked.get('customer'));
      const later = session?.subscription == null ? [] : laterPayments(session.subscription);
      const data = session === undefined ? [] : [...later, this.#intent(session)];
      return ok({ object: 'list', url: pathname, has_more: false, data });
    }
    if (pathname.startsWith('/v1/payment_intents/')) {
      const session = this.sessions.find(({ payment }) => payment?.id === named);
      return session === undefined ? null : ok(this.#intent(session));
    }
    if (!pathname.startsWith('/v1/subscriptions/')) return null;
    const one = all.find(({ id }) => id === named);
    if (one === undefined || one.status === 'canceled')
      return refusal(404, 'invalid_request_error', 'No such subscription', 'resource_missing');
    if (method === 'DELETE')
      Object.assign(one, { status: 'canceled', endedAt: Math.floor(this.now() / 1_000) });
    else one.endsWithPeriod = asked.get('cancel_at_period_end') === 'true';
    return ok(shownSubscription(one, this.now()));
  }

  #create(asked: URLSearchParams): Answer {
    const price = (name: string) => asked.get(`line_items[0][price_data]${name}`) ?? '';
    const [total, currency] = [Number(price('[unit_amount]')), price('[currency]')];
    const every = price('[recurring][interval]') || null;
    const holder = every === null ? 'payment_intent_data' : 'subscription_data';
    const order = asked.get(`${holder}[metadata][weft_order]`) ?? '';
    if (asked.get('mode') !== (every === null ? 'payment' : 'subscription'))
      return invalid('The price does not fit the mode');
    if (!Number.isInteger(total) || total < 50) return invalid('The amount is too small', 'amount_too_small');
    if (!/^[a-z]{3}$/.test(currency) || order === '') return invalid('Invalid parameters');
    const seconds = Number(asked.get('expires_at')) - this.now() / 1_000;
    if (!(seconds >= 30 * 60 && seconds <= 24 * 60 * 60)) return invalid('expires_at is out of range');
    const id = `cs_test_${this.sessions.length}`;
    const url = `https://checkout.stripe.com/c/pay/${id}`;
    const session: Session = {
      ...{ id, url, total, currency, order, every, subscription: null },
      form: asked.get('metadata[weft_form]') ?? '',
      created: Math.floor(this.now() / 1_000),
      ...{ status: 'open', payment: null, returnUrl: asked.get('success_url') ?? '' },
    };
    this.sessions.push(session);
    return { status: 200, json: this.#shown(session) };
  }

  #refund(asked: URLSearchParams): Answer {
    const amount = Number(asked.get('amount'));
    const payment = [...this.sessions.map((session) => session.payment), ...this.intents].find(
      (one) => one?.id === asked.get('payment_intent'),
    );
    if (payment == null)
      return refusal(404, 'invalid_request_error', 'No such payment_intent', 'resource_missing');
    if (payment.disputed) return invalid('This charge has been charged back', 'charge_disputed');
    if (amount > payment.received - payment.refunded)
      return invalid('Refund amount is greater than unrefunded amount on charge');
    payment.refunded += amount;
    this.refunds.push({ key: asked.get('metadata[weft_refund]') ?? '', amount, of: payment.id });
    return {
      status: 200,
      json: { object: 'refund', id: `re_${this.refunds.length}`, amount, status: 'succeeded' },
    };
  }

  #intent({ id, payment, currency, order, form, created }: Session) {
    return (
      payment && {
        ...{ object: 'payment_intent', id: payment.id, status: payment.status, currency, livemode: false },
        ...{ amount_received: payment.received, metadata: { weft_order: order, weft_form: form }, created },
        latest_charge: {
          ...{ object: 'charge', id: `ch_${id}`, amount_refunded: payment.refunded },
          disputed: payment.disputed,
        },
      }
    );
  }

  #shown(session: Session) {
    const { id, url, status, subscription, every } = session;
    const { created, order, total, currency } = session;
    const shown = {
      ...{ object: 'checkout.session', id, url: status === 'open' ? url : null, status, created },
      ...{ metadata: { weft_order: order, weft_form: session.form }, livemode: false },
    };
    if (every === null) return { ...shown, mode: 'payment', payment_intent: this.#intent(session) };
    const first = subscription?.invoices.at(-1);
    return {
      ...{ ...shown, payment_intent: null, mode: 'subscription', currency, amount_total: total },
      payment_status: subscription === null ? 'unpaid' : 'paid',
      subscription: subscription && shownSubscription(subscription, this.now()),
      invoice: subscription && first && shownInvoice(subscription, first, true),
    };
  }
}
