import { appKind, appNames, isAppText } from '@weft/apps';
import { emptyContent } from '@weft/documents';
import type { CallOutput, CallRequest } from '@weft/protocol';
import { rpcAs } from '../../rpc.ts';
import type { DocumentKind } from '../../session/document-kind.ts';
import { DocumentSession } from '../../session/document-session.ts';
import type { DocumentState } from '../../session/document-state.ts';
import type { Person } from '../../session/person.ts';
import { followApp } from '../../session/tab-feed.ts';

type AppAnswer = CallOutput<'apps.get'>;

/** What acts at once, without publishing. */
type AppOwn = AppAnswer['settings'] & Pick<AppAnswer, 'sendsMail' | 'hasChat'>;

/** What the editor shows of an open app. */
export type AppState = DocumentState & AppOwn;

const appDocuments: DocumentKind<AppAnswer, AppOwn> = {
  name: 'app',
  empty: emptyContent(appKind.kind, 0),
  isText: isAppText,
  names: appNames,
  follow: followApp,
  calls: (rpc, flowId) => ({
    get: () => rpc.call('apps.get', { flowId }),
    edit: ({ id, version, edits }, options) => {
      const sent = { flowId, editId: id, version, edits: edits as CallRequest<'apps.edit'>['edits'] };
      return rpc.call('apps.edit', sent, options);
    },
    present: (own, options) => rpc.call('apps.present', { flowId, ...own }, options),
    publish: (version, snapshotId) => rpc.call('apps.publish', { flowId, version, snapshotId }),
    unpublish: () => rpc.call('apps.unpublish', { flowId }),
    versions: () => rpc.call('apps.versions', { flowId }),
    version: (snapshotId) => rpc.call('apps.version', { flowId, snapshotId }),
  }),
  own: (answer) => ({
    ...(answer?.settings ?? { customSubdomain: null, domain: null, appsHost: null }),
    sendsMail: answer?.sendsMail ?? true,
    hasChat: answer?.hasChat ?? false,
  }),
};

/** One app open in this tab. */
export class AppSession extends DocumentSession<AppAnswer, AppOwn> {
  readonly #rpc: ReturnType<typeof rpcAs>;

  constructor(flowId: string, person: Person) {
    super(flowId, person, appDocuments);
    this.#rpc = rpcAs(person.id);
  }

  /** Shows the world a version that was published before. */
  show = async (snapshotId: string): Promise<void> => {
    await this.#rpc.call('apps.show', { flowId: this.flowId, snapshotId });
    await this.reread();
  };

  turns = () => this.#rpc.call('apps.turns', { flowId: this.flowId });

  /** Asks the language model of the server for a change; leaving the stream ends the request. */
  chat = (turnId: string, text: string, signal: AbortSignal) =>
    this.#rpc.stream('apps.chat', { flowId: this.flowId, turnId, text }, signal);

  /** The app that a proposal would make. */
  proposal = (turnId: string) => this.#rpc.call('apps.proposal', { flowId: this.flowId, turnId });

  /** Makes what was proposed of the draft: one step that can be taken back. */
  applyTurn = (turnId: string): Promise<void> =>
    this.made((editId) => this.#rpc.call('apps.applyTurn', { flowId: this.flowId, turnId, editId }));

  discardTurn = (turnId: string) => this.#rpc.call('apps.discardTurn', { flowId: this.flowId, turnId });

  /** Takes over an address of the app that was set. */
  async setSubdomain(subdomain: string | null): Promise<void> {
    const answer = await this.#rpc.call('apps.setSubdomain', { flowId: this.flowId, subdomain });
    this.#settled(answer);
  }

  async setDomain(domain: string | null): Promise<AppState['domain']> {
    const answer = await this.#rpc.call('apps.setDomain', { flowId: this.flowId, domain });
    this.#settled(answer);
    return answer.domain;
  }

  async checkDomain(): Promise<void> {
    this.#settled(await this.#rpc.call('apps.checkDomain', { flowId: this.flowId }));
  }

  #settled(settings: Partial<AppAnswer['settings']>): void {
    const { customSubdomain, domain, appsHost } = this.getState();
    this.answered({ settings: { customSubdomain, domain, appsHost, ...settings } });
  }
}
