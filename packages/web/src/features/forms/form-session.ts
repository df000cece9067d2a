import { type FormSettings, formNames, formSettingsOf, isFormText } from '@weft/forms';
import type { CallOutput, CallRequest } from '@weft/protocol';
import type { DocumentKind } from '../../session/document-kind.ts';
import { DocumentSession } from '../../session/document-session.ts';
import type { DocumentState } from '../../session/document-state.ts';
import type { Person } from '../../session/person.ts';
import { followDocument } from '../../session/tab-feed.ts';

type FormAnswer = CallOutput<'forms.get'>;

/** What is set by calls of its own, and counted. */
interface FormOwn extends Pick<FormAnswer, 'hasPassword' | 'captcha' | 'customEnding' | 'domain'> {
  readonly settings: FormSettings;
  /** Answers taken so far. */
  readonly submissions: number;
}

/** What the editor shows of an open form. */
export type FormState = DocumentState & FormOwn;

const formDocuments: DocumentKind<FormAnswer, FormOwn> = {
  name: 'form',
  empty: { kind: 'form', schema: 0, props: {}, blocks: {} },
  isText: isFormText,
  names: formNames,
  follow: followDocument,
  calls: (rpc, flowId) => ({
    get: () => rpc.call('forms.get', { flowId }),
    edit: ({ id, version, edits }, options) => {
      const sent = { flowId, editId: id, version, edits: edits as CallRequest<'forms.edit'>['edits'] };
      return rpc.call('forms.edit', sent, options);
    },
    present: (own, options) => rpc.call('forms.present', { flowId, ...own }, options),
    publish: (version, snapshotId) => rpc.call('forms.publish', { flowId, version, snapshotId }),
    unpublish: () => rpc.call('forms.unpublish', { flowId }),
    versions: () => rpc.call('forms.versions', { flowId }),
    version: (snapshotId) => rpc.call('forms.version', { flowId, snapshotId }),
  }),
  own: (answer) => ({
    settings: formSettingsOf(answer?.settings ?? {}),
    hasPassword: answer?.hasPassword ?? false,
    submissions: answer?.submissions ?? 0,
    captcha: answer?.captcha ?? null,
    customEnding: answer?.customEnding ?? null,
    domain: answer?.domain ?? null,
  }),
};

/** One form open in this tab. */
export class FormSession extends DocumentSession<FormAnswer, FormOwn> {
  constructor(flowId: string, person: Person) {
    super(flowId, person, formDocuments);
  }
}
