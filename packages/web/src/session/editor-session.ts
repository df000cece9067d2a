import type { OpenDocument } from './document-kind.ts';
import type { DocumentSession } from './document-session.ts';

/** What the parts that all editors have use of a session. */
export type EditorSession = Pick<
  DocumentSession<OpenDocument, object>,
  | 'flowId'
  | 'names'
  | 'presence'
  | 'edit'
  | 'undo'
  | 'redo'
  | 'versions'
  | 'version'
  | 'restore'
  | 'discard'
  | 'retry'
  | 'replaced'
>;
