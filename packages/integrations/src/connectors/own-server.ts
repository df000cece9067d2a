import type { Choice, OutgoingItem, OutgoingValue, TargetField, Written } from './target.ts';

/** The forms that whoever owns the connection can open. */
interface OwnForms {
  readonly list: () => Promise<readonly Choice[]>;
  readonly fieldsOf: (formId: string) => Promise<readonly TargetField[]>;
  /** Sends an answer to the form; one of a known key is not taken again. */
  readonly submit: (formId: string, item: OutgoingItem) => Promise<Written>;
}

interface NewPdf {
  readonly name: string;
  /** An address that gets it by mail, once for each key; null: nobody does. */
  readonly mailTo: string | null;
}

interface OwnPdfs {
  /** Makes a PDF and keeps it with the answer that the key is of; of any other key it is neither kept nor mailed. */
  readonly write: (key: string, pdf: NewPdf & { readonly text: string }) => Promise<Written>;
  /** The fields of a PDF that was uploaded to a form. */
  readonly fieldsOf: (fileId: string) => Promise<readonly TargetField[]>;
  /** Fills these fields in, by their ids, and keeps the PDF as `write` does. */
  readonly fill: (
    key: string,
    pdf: NewPdf & {
      readonly fileId: string;
      readonly values: ReadonlyMap<string, OutgoingValue>;
    },
  ) => Promise<Written>;
}

/**
 * What this server does itself for connectors that lead into it, in the name of whoever owns the connection. What cannot be
 * done is thrown as a ServiceFault, as by any other service.
 */
export interface OwnServer {
  /** What asks the operator's language model; throws where there is none. */
  readonly model: () => (text: string) => Promise<string>;
  readonly forms: OwnForms;
  readonly pdfs: OwnPdfs;
}
