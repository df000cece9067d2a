import {
  type FeedEvent,
  type FeedMessage,
  type Follow,
  followWhileVisible,
  limitStreams,
  shareFeed,
  type Transport,
} from '@weft/client';
import type { FlowEvent } from '@weft/core';
import type { DocumentEvent } from '@weft/documents';
import { rpcAs } from '../rpc.ts';

/**
 * Streams open at a time in this browser. Over HTTP/1.1 it opens six connections to a server, of which calls and an
 * import need the rest; newer protocols carry any number through one.
 */
const streamSlots = (): number => {
  const [entry] = performance.getEntriesByType('navigation');
  const protocol = (entry as PerformanceNavigationTiming | undefined)?.nextHopProtocol ?? '';
  return /^h[23]/.test(protocol) ? 50 : 3;
};

const after = (milliseconds: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** Pages in the background are frozen or kept in the back-forward cache: neither receives messages of other tabs. */
function onAwake(listener: (awake: boolean) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const suspend = () => listener(false);
  const resume = () => listener(true);
  document.addEventListener('freeze', suspend, { signal });
  document.addEventListener('resume', resume, { signal });
  addEventListener('pagehide', suspend, { signal });
  addEventListener('pageshow', resume, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resume(), {
    signal,
  });
  return () => stop.abort();
}

/** Calls the listener with whether this tab is visible, at once and on each change. */
function onVisible(listener: (visible: boolean) => void): () => void {
  const tell = () => listener(document.visibilityState === 'visible');
  tell();
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

/**
 * A feed in this tab through one stream for all tabs of a person in this browser. All feeds share the browser's slots.
 * A page served without TLS has no locks: it opens a stream of its own while it is visible.
 */
function sharedInBrowser<E extends FeedEvent>(scope: string, follow: Follow<E>): Follow<E> {
  const { locks } = navigator;
  if ((locks as LockManager | undefined) === undefined || !('BroadcastChannel' in globalThis))
    return followWhileVisible(follow, onVisible);
  return shareFeed(scope, {
    locks,
    after,
    onAwake,
    channel: (name, onMessage) => {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }: MessageEvent<FeedMessage<E>>) => onMessage(data);
      return { post: (message) => channel.postMessage(message), close: () => channel.close() };
    },
    stream: limitStreams(follow, { locks, after, slots: streamSlots() }),
    catchUp: follow,
  });
}

/** The transport of a base open in this tab. */
export function tabTransport(userId: string): Transport {
  const rpc = rpcAs(userId);
  return { call: rpc.call, follow: sharedInBrowser(`weft.feed.1.${userId}`, rpc.follow) };
}

/** The feed of an organization's list of flows. */
export const followFlows = (userId: string): Follow<FlowEvent> =>
  sharedInBrowser(`weft.flows.1.${userId}`, rpcAs(userId).followFlows);

/** The feed of a form's draft. */
export const followDocument = (userId: string): Follow<DocumentEvent> =>
  sharedInBrowser(`weft.documents.1.${userId}`, rpcAs(userId).followDocument);

/** The feed of an app's draft. */
export const followApp = (userId: string): Follow<DocumentEvent> =>
  sharedInBrowser(`weft.apps.1.${userId}`, rpcAs(userId).followApp);
