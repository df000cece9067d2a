import { appFaults, appKind, isAppText } from '@weft/apps';
import type { Content } from '@weft/documents';
import { type DraftKind, readDocument } from '../../documents/drafts.ts';
import { appNotFound } from './load-app.ts';

export const appDrafts: DraftKind = {
  kind: appKind,
  noun: 'app',
  isText: isAppText,
  faultsOf: appFaults,
  notFound: appNotFound,
};

/** A stored document as this version of the product understands it. */
export const readApp = (content: Content): Content => readDocument(appDrafts, content);
