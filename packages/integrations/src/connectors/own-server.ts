/**
 * What this server does itself for connectors that lead into it, in the name of whoever owns the connection. What cannot be
 * done is thrown as a ServiceFault, as by any other service.
 */
export interface OwnServer {
  /** Asks the operator's language model; null: there is none. */
  readonly ask: ((text: string) => Promise<string>) | null;
}
