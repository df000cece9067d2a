import type { ErrorKind, Fault } from '@weft/std';

/** An error as it travels: HTTP answers carry it in `error`, RPC errors in `error.data`. */
export interface ErrorAnswer {
  readonly kind: ErrorKind;
  readonly message: string;
  readonly details?: readonly Fault[];
  /** Names the log line of an internal error. */
  readonly id?: string;
}
