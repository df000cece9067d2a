import type { ForeignAnswer } from '@weft/forms';
import type {
  OutgoingFile,
  OutgoingValue,
  ServiceAccount,
  Target,
  TargetField,
} from '../connectors/connector.ts';
import type { ServiceConfig } from '../connectors/service-http.ts';
import type { Call, Route } from './strict-server.ts';

/** One vendor as its description has it, with something to write, and what is expected of the connector. */
export interface StandIn {
  readonly routes: readonly Route[];
  /** In the order of the connector's ways of being let in. */
  readonly ways: readonly {
    readonly config: ServiceConfig;
    /** The headers that the vendor wants; absent: a bearer token. */
    readonly credential?: (token: string) => { readonly [name: string]: string };
    readonly account: ServiceAccount;
  }[];
  /** Ids with characters that an address must not hold as they are. */
  readonly target: Target;
  readonly fields: readonly TargetField[];
  /** A value of every kind that the fields take. */
  readonly values: { readonly [fieldId: string]: OutgoingValue };
  /** Of a service that hosts have: the calendar that takes bookings. */
  readonly scheduling?: { readonly calendarId: string };
  /** Of a service that forms are imported from: the answers to the form, in the order they come. */
  readonly answers?: readonly ForeignAnswer[];
  /** What was sent where something was added, in the order it was. */
  readonly sent: readonly unknown[];
  /** What is compared with `sent`; the bodies of calls that add when absent. */
  readonly sentOf?: (calls: readonly Call[]) => readonly unknown[];
}

/** A file of an answer; without an address, as on a server that nobody outside reaches. */
export const testFile = (name: string, size: number, url: string | null = null): OutgoingFile => ({
  ...{ name, size, url, mimeType: 'image/png' },
  read: async () => new Uint8Array(size),
});

/** Ids that break what is not encoded. */
export const odd = (kind: string): string => `${kind} a/b?c#d%20é'"&`;
