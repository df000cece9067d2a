import type { ForeignAnswer, ForeignForm } from '@weft/forms';
import type { ServiceCategory } from '@weft/protocol';
import type { ConnectedCalendars } from '../calendars/connected-calendars.ts';
import type { ConnectedMeetings } from '../calendars/connected-meetings.ts';
import type { HttpService, ServiceConfig, ServiceHttp } from './service-http.ts';
import type {
  Choice,
  MadeTargets,
  NewTargets,
  OutgoingItem,
  Target,
  TargetField,
  Written,
} from './target.ts';

export type {
  Choice,
  MadeTargets,
  NewColumn,
  NewTable,
  NewTargets,
  OutgoingFile,
  OutgoingItem,
  OutgoingValue,
  Target,
  TargetField,
  TargetKind,
  Written,
} from './target.ts';

/**
 * The one thing a flow does with a service; `scheduling`: a host has it, for their calendars or video calls; `credential`:
 * nothing yet, its credential is kept.
 */
type ServiceUse = 'write' | 'choices' | 'import' | 'page events' | 'scheduling' | 'credential';

/** Something a person fills in where they connect the service; it is part of the connection's `config`. */
export interface ConfigField {
  readonly key: string;
  readonly label: string;
  /** What the person is told below the field: where it is found. */
  readonly hint?: string;
  readonly kind: 'text' | 'number' | 'choice' | 'switch';
  /** Sealed, and never shown again. */
  readonly secret?: boolean;
  /** Where secrets are sent: with another value they are filled in anew. */
  readonly leads?: boolean;
  readonly optional?: boolean;
  /** Of an address that is filled in the host alone is kept. */
  readonly isHost?: boolean;
  /** What can be chosen is asked of the service (`offered`) once these are filled in. */
  readonly offeredAfter?: readonly string[];
  readonly initial?: string | number | boolean;
  readonly choices?: readonly ConfigChoice[];
  /** Asked only where another field has this value; it is nothing otherwise. */
  readonly when?: { readonly key: string; readonly is: string };
  /** The source of a regular expression that the whole value meets, and what is said where it does not. */
  readonly pattern?: { readonly source: string; readonly message: string };
}

interface ConfigChoice {
  readonly value: string;
  readonly label: string;
  /** Said where it is chosen. */
  readonly warning?: string;
  /** Offered only by servers that have it. */
  readonly needs?: 'ai';
}

/** One way to be let in. */
export type ServiceAuth =
  | {
      /** The person signs in at the provider; one sign-in may serve several services. */
      readonly kind: 'oauth';
      readonly provider: string;
      /** How this way is called where a service has several: 'All my spreadsheets'. */
      readonly label?: string;
      readonly scopes: readonly string[] | ((config: ServiceConfig) => readonly string[]);
      /** Where a service has several sign-ins: what a connection of this one has in its config. */
      readonly marks?: ServiceConfig;
      /** Files are chosen one by one in the provider's own dialog, which the operator needs a key for. */
      readonly picksFiles?: boolean;
      /** Headers of every request; a bearer token when absent. */
      readonly headers?: (token: string, config: ServiceConfig) => { readonly [name: string]: string };
    }
  | {
      /** Something copied from the service, or nothing at all (`fields` is empty). */
      readonly kind: 'config';
      /** How this way is called beside the others: 'Personal access token'. */
      readonly label: string;
      /** Offered on the page of integrations alone, not where a form is edited. */
      readonly onPageOnly?: boolean;
      readonly fields: readonly ConfigField[];
      /** Headers of every request, from the connection's settings. */
      readonly headers?: (config: ServiceConfig) => { readonly [name: string]: string };
    };

/** Whose connection it is, as the service says. */
export interface ServiceAccount {
  /** Stays the same when somebody connects again; another one is warned about. */
  readonly id: string;
  /** An address or a name, shown beside the connection. */
  readonly label: string;
}

/** One choice on the way to a target. Each step may depend on those before it. */
export interface TargetStep {
  /** The name in the stored config: 'baseId'. */
  readonly key: string;
  readonly label: string;
  readonly optional?: boolean;
  /** Its choice is a file of this type, which is uploaded to the form; nothing is listed. */
  readonly uploads?: 'application/pdf';
  readonly list: (http: ServiceHttp, chosen: Target) => Promise<readonly Choice[]>;
}

/** What an answer is compared with before it is written again, where the service has no idempotency of its own. */
export type Repeats =
  /** The service takes our key, or finds the item by it: a second attempt changes nothing. */
  | 'idempotent'
  /** An attempt whose end is unknown is not made again: the log says that it may have been delivered. */
  | 'ask';

export interface RateLimit {
  readonly requests: number;
  /** Milliseconds. */
  readonly per: number;
  /** What the limit is counted for; a connection when absent. */
  readonly of?: 'connection' | 'target';
}

/** What a published page loads of a service for whoever lets it: a script, which counts visits and answers. */
export interface ConnectorTag {
  /** Whom visitors are asked about. */
  readonly asks: string;
  readonly script: string;
  /** What the script counts for. */
  readonly id: string;
  /** Where it loads from and sends to. */
  readonly origins: readonly string[];
}

/** Finished answers to a form elsewhere. */
export interface ForeignAnswers {
  /** Null: the first. What was read once may come again, under its id; nothing is left out. */
  readonly page: (from: string | null) => Promise<{
    readonly answers: readonly ForeignAnswer[];
    /** Where the next page begins; null: there is none. */
    readonly next: string | null;
    /** Of all pages, as the service counts them now; null: it does not say. */
    readonly total: number | null;
  }>;
}

/**
 * A third-party service: one folder that exports one of these, and one line in `connectors.ts`. Its *config* is what a person
 * fills in to connect it, by `fields` and those of a way of `auth`; a *target* is what was chosen to write to, by its steps
 * (calls have it as `settings`); `fieldsOf` a target are what answers are written into, from the fields that a form asks.
 */
export interface Connector extends HttpService {
  /** As the specification spells it; it is stored and never changes. */
  readonly type: string;
  readonly categories: readonly ServiceCategory[];
  readonly use: ServiceUse;
  /** What it does, in a few words: 'Add cards'; by its category when absent. */
  readonly purpose?: string;
  /** Said before somebody connects it, where it takes only some accounts. */
  readonly accountWarning?: string;
  /** The first is the way that is asked for first; where its provider is not set up the next one leads. */
  readonly auth: readonly [ServiceAuth, ...ServiceAuth[]];
  /** Asked in every way of connecting, before it: Zendesk's subdomain. */
  readonly fields?: readonly ConfigField[];
  readonly rateLimit?: RateLimit;
  /** Written to one after the other per target, where parallel writes lose rows. */
  readonly serial?: boolean;
  /** Throws where the credential does not hold. */
  readonly check: (http: ServiceHttp) => Promise<ServiceAccount>;
  /** Asked once it is let in, before the check: settings that the service itself tells (a data centre), kept as its config. */
  readonly learn?: (http: ServiceHttp) => Promise<ServiceConfig>;
  /** What can be chosen for a setting, by its key: Twilio's numbers. */
  readonly offered?: { readonly [key: string]: (http: ServiceHttp) => Promise<readonly string[]> };
  readonly targets?: readonly TargetStep[];
  /** The form of this server that a target is: forms that write into each other in a circle are refused. */
  readonly ownForm?: (target: Target) => string | undefined;
  /** The file of this server that a target is: only who may edit its form is told of it, and its form alone writes with it. */
  readonly ownFile?: (target: Target) => string | undefined;
  readonly fieldsOf?: (http: ServiceHttp, target: Target) => Promise<readonly TargetField[]>;
  /** Makes new targets; `label` is what people are offered: 'Create new sheet'. */
  readonly create?: {
    readonly label: string;
    /** The step in whose choice they are made: 'baseId'. Absent: each time in something new. */
    readonly inside?: string;
    readonly run: (http: ServiceHttp, wanted: NewTargets) => Promise<MadeTargets>;
  };
  readonly write?: {
    readonly repeats: Repeats | ((target: Target, values?: OutgoingItem['values']) => Repeats);
    readonly run: (http: ServiceHttp, target: Target, item: OutgoingItem) => Promise<Written>;
  };
  /** Of a service that forms are imported from: the form that a target is, in our words. */
  readonly readForm?: (http: ServiceHttp, target: Target) => Promise<ForeignForm>;
  /** The same: the answers to it, page by page. */
  readonly openAnswers?: (http: ServiceHttp, target: Target) => Promise<ForeignAnswers>;
  /** Of a service with page events: it is in the pages, and nothing is written to it. */
  readonly pageTag?: (config: ServiceConfig) => ConnectorTag;
  /** The calendars of whoever signed in. */
  readonly calendars?: (http: ServiceHttp) => ConnectedCalendars;
  /** The video calls of whoever signed in. */
  readonly meetings?: (http: ServiceHttp) => ConnectedMeetings;
  /** Names for a question's choices, where they come from the service. */
  readonly choices?: (http: ServiceHttp, target: Target, fieldId: string) => Promise<readonly Choice[]>;
}

/** What a catalogue tells of a connector. */
export type ShownConnector = Pick<
  Connector,
  'type' | 'label' | 'categories' | 'purpose' | 'accountWarning' | 'use' | 'auth' | 'fields'
> &
  Partial<Pick<Connector, 'create' | 'ownForm' | 'choices'>> & {
    readonly targets?: readonly Pick<TargetStep, 'key' | 'label' | 'optional' | 'uploads'>[];
  };
