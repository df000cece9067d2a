import type { Follow } from '@weft/client';
import type { FlowRole } from '@weft/core';
import type { Content, DocumentEvent, Edit, EditBatch, Names } from '@weft/documents';
import type { rpcAs } from '../rpc.ts';
import type { OwnPlace } from './document-presence.ts';

/** What the server answers about an open document, whatever its kind. */
export interface OpenDocument {
  readonly publicIdentifier: string;
  readonly name: string;
  readonly role: FlowRole;
  readonly trashed: boolean;
  readonly version: number;
  /** The draft. */
  readonly content: Content;
  readonly published: { readonly id: string; readonly number: number; readonly content: Content } | null;
}

interface SavedDraft {
  readonly version: number;
  readonly content: Content;
  readonly edits: readonly Edit[];
}

interface Version {
  readonly id: string;
  readonly number: number;
  readonly publishedAt: string;
  /** Null: they are gone. */
  readonly publishedBy: string | null;
}

/** The calls that a document is read, edited and published by. */
export interface DocumentCalls<Answer extends OpenDocument> {
  readonly get: () => Promise<Answer>;
  readonly edit: (batch: EditBatch, options: { readonly keepalive: boolean }) => Promise<SavedDraft>;
  readonly present: (own: OwnPlace, options: { readonly keepalive: boolean }) => Promise<unknown>;
  readonly publish: (version: number, snapshotId: string) => Promise<unknown>;
  readonly unpublish: () => Promise<unknown>;
  readonly versions: () => Promise<{ readonly versions: readonly Version[] }>;
  readonly version: (snapshotId: string) => Promise<{ readonly content: Content }>;
}

/** What the editor has to know of a kind of document; everything else is the same for all. */
export interface DocumentKind<Answer extends OpenDocument, Own extends object> {
  /** Names the list of unsaved edits on the device. */
  readonly name: string;
  /** A document before it is read. */
  readonly empty: Content;
  /** Whether a property is written by several people at once, letter by letter. */
  readonly isText: (key: string) => boolean;
  readonly names: Names;
  readonly follow: (userId: string) => Follow<DocumentEvent>;
  readonly calls: (rpc: ReturnType<typeof rpcAs>, flowId: string) => DocumentCalls<Answer>;
  /** What only this kind shows; null: it is not read yet. */
  readonly own: (answer: Answer | null) => Own;
}
