import type {
  AnswerImports,
  BaseStore,
  Deliveries,
  DocumentFeed,
  Documents,
  Flow,
  FlowDomains,
  Flows,
  FormMailCodes,
  FormSessions,
  FormViews,
  FormWebhooks,
  Integrations,
  KnownList,
  NewDelivery,
  PaymentNotices,
  PaymentOrderRow,
  PaymentOrders,
  PaymentScans,
  Published,
  QuizAttempts,
  Transaction,
  UnfinishedAnswers,
  WaitingAnswers,
  Workspaces,
} from '@weft/db';
import type { Content } from '@weft/documents';
import type { ForeignForm, Sent, ServiceList } from '@weft/forms';
import type { ForeignAnswers, OutgoingHttp, StripePayments } from '@weft/integrations';
import type { CallName } from '@weft/protocol';
import type { PageFiles } from '@weft/public';
import type { IdKind } from '@weft/std';
import type { Logger } from 'pino';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { Caller } from '../../http/caller.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { OwnDomains } from '../../http/own-domains.ts';
import type { PageAnswer } from '../../http/page-answer.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Presence } from '../../presence/presence.ts';
import type { CallContext, Handlers } from '../../rpc/handler.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { ScanSlots } from '../bases/reads/scan-slots.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { AnswerSummaries } from './answer-summaries.ts';
import type { CaptchaServices } from './captcha-services.ts';
import type { FormKeys } from './form-keys.ts';
import type { ViewCounter } from './view-counter.ts';
import type { WaitingReads } from './waiting-reads.ts';

/** The pages of published flows that are booked, not answered; null: this one is answered. */
interface BookingPages {
  /** Refuses to publish what books somebody who is no member of the organization. */
  readonly requireHosts: (organizationId: string, content: Content) => Promise<void>;
  /** Whether the link of a booking, or of an offer, is in what was asked: it opens pages that are closed or locked, too. */
  readonly hasLink: (published: Published, search: URLSearchParams) => Promise<boolean>;
  /** Null: it was not booked before. */
  readonly answerAgain: (published: Published, sent: Sent) => Promise<PageAnswer | null>;
  readonly show: (
    published: Published,
    files: PageFiles,
    search: URLSearchParams,
    verified: string | null,
  ) => Promise<PageAnswer | null>;
  readonly take: (
    published: Published,
    files: PageFiles,
    sent: Sent,
    visitor: {
      /** The address that their browser has proved. */
      readonly verified: string | null;
      /** Ends the transaction of a new booking where the page was closed meanwhile. */
      readonly requireOpen: (tx: Pick<Transaction, 'query'>) => Promise<void>;
      /** The page's own domain that it is sent at; null: a name of the server. */
      readonly domain: string | null;
    },
  ) => Promise<PageAnswer | null>;
}

/** What is asked of whoever moves the money. */
type Payments = Pick<
  StripePayments,
  'checkout' | 'expire' | 'intents' | 'isRefunded' | 'isTest' | 'made' | 'read' | 'refund' | 'subscriptions'
>;

/** Bookings that orders pay for. */
interface PaidBookings {
  /** Frees the time of an order that nobody pays for any more. */
  readonly release: (bookingId: string) => Promise<void>;
  /** Books what was paid for; `alongside` settles the order in the same transaction, and says whether it was open. */
  readonly confirm: (
    order: PaymentOrderRow,
    alongside: (tx: Transaction) => Promise<boolean>,
  ) => Promise<'booked' | 'gone' | 'hidden'>;
  /** Mails that tell that the time was another's, and an amount is refunded. */
  readonly goneMails: (
    order: PaymentOrderRow,
    amount: string,
  ) => Promise<{
    readonly write: (tx: Pick<Transaction, 'query' | 'send'>) => Promise<void>;
    readonly committed: () => void;
  }>;
  /** `address`: of the booking, once it is made; `atText`: a moment on the clock of whoever booked. */
  readonly shown: (order: PaymentOrderRow) => Promise<{
    readonly address: string | null;
    readonly when: string | null;
    readonly atText: (at: number) => string;
    readonly isHeld: boolean;
  }>;
}

/** What calls and pages of forms use. */
export interface FormsDeps {
  readonly bookingPages: BookingPages;
  readonly paidBookings: PaidBookings;
  readonly base: (baseId: string) => BaseStore;
  readonly baseUrl: () => string;
  /** The application is served by https. */
  readonly https: boolean;
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly audit: AuditLog;
  readonly concurrency: ConcurrencyLimit;
  readonly mailer: Mailer;
  readonly files: FileDeps['files'];
  readonly fileStore: FileDeps['fileStore'];
  /** Called when there is a job to do. */
  readonly wake: () => void;
  readonly transaction: Database['transaction'];
  readonly createForm: Database['createForm'];
  readonly documents: Documents;
  readonly documentFeed: DocumentFeed;
  /** Who has which flow open. */
  readonly presence: Presence;
  readonly formSessions: FormSessions;
  readonly formMailCodes: FormMailCodes;
  readonly unfinishedAnswers: UnfinishedAnswers;
  readonly waitingAnswers: WaitingAnswers;
  readonly paymentOrders: PaymentOrders;
  readonly paymentNotices: PaymentNotices;
  readonly paymentScans: PaymentScans;
  /** Payments over a connected account. Throws PaymentFault where it has no key any more. */
  readonly payAt: (serviceId: string) => Promise<Payments>;
  /** An account that the caller may have a form pay into. Throws AppError where they may not. */
  readonly chooseAccount: (
    caller: Caller,
    flow: Pick<Flow, 'organizationId' | 'workspaceId'>,
    serviceId: string,
  ) => Promise<{ readonly name: string; readonly test: boolean }>;
  /** A form of another service, over a connection that the caller may use. Throws AppError with a sentence. */
  readonly readForeignForm: (
    caller: Caller,
    at: { readonly serviceId: string; readonly formId: string },
    signal: AbortSignal,
  ) => Promise<ForeignForm & { readonly service: string }>;
  /** The answers to it, at the pace of the service. Throws JobFault where it is to be asked again later. */
  readonly openForeignAnswers: (
    person: Pick<Caller, 'userId' | 'organizationId' | 'organizationRole'>,
    at: { readonly serviceId: string; readonly formId: string },
    signal: AbortSignal,
  ) => Promise<ForeignAnswers>;
  readonly answerImports: AnswerImports;
  /** Lists of connected services that questions offer. */
  readonly serviceLists: () => {
    /** As it was read last, and what went from it in the last days; null: it was never read. */
    readonly of: (flowId: string, list: ServiceList) => Promise<KnownList | null>;
    /** Why a form cannot offer it, in words; null: it was read now. */
    readonly whyNot: (
      caller: Caller,
      flow: Pick<Flow, 'id' | 'organizationId' | 'workspaceId'>,
      list: ServiceList,
    ) => Promise<string | null>;
  };
  readonly quizAttempts: QuizAttempts;
  readonly formViews: FormViews;
  readonly formWebhooks: FormWebhooks;
  readonly flowDomains: FlowDomains;
  readonly ownDomains: OwnDomains;
  /** Addresses of the DNS servers to ask; none: those of this machine. */
  readonly dnsServers: readonly string[];
  readonly integrations: Integrations;
  readonly deliveries: Deliveries;
  /** The place at a third-party service that a target is in: some lose what is written there at once. */
  readonly placeOf: (serviceType: string, target: { readonly [key: string]: string }) => string;
  /** Deliveries with one key are made one after the other; null: it waits for no other. */
  readonly queueKeyOf: (
    delivery: Pick<NewDelivery, 'kind' | 'target'>,
    organizationId: string,
  ) => string | null;
  readonly secrets: Secrets;
  readonly outgoing: OutgoingHttp;
  readonly formKeys: FormKeys;
  readonly captchas: CaptchaServices;
  /** Turns of reads that look through whole tables. */
  readonly scanSlots: ScanSlots;
  readonly answerSummaries: AnswerSummaries;
  readonly waitingReads: WaitingReads;
  readonly viewCounter: ViewCounter;
  readonly flows: Flows;
  readonly workspaces: Workspaces;
  readonly flowAccess: FlowAccess;
}

export type FormsContext = CallContext<FormsDeps>;
export type FormsHandlers<K extends CallName> = Handlers<K, FormsDeps>;
