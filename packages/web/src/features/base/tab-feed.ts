import { type FeedMessage, inTurns, shareFeed, type Transport, whileSeen } from '@weft/client';
import { rpcAs } from '../../rpc.ts';

/**
 * Streams open at a time in this browser. Over HTTP/1.1 it opens six connections to a server, of which calls and an
 * import need the rest; newer protocols carry any number through one.
 */
const places = (): number => {
  const [entry] = performance.getEntriesByType('navigation');
  const protocol = (entry as PerformanceNavigationTiming | undefined)?.nextHopProtocol ?? '';
  return /^h[23]/.test(protocol) ? 50 : 3;
};

const after = (milliseconds: number, callback: () => void): (() => void) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};

/** Pages are put to sleep in the background or kept for the way back; neither hears what other tabs say. */
function onAwake(listener: (awake: boolean) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const sleep = () => listener(false);
  const wake = () => listener(true);
  document.addEventListener('freeze', sleep, { signal });
  document.addEventListener('resume', wake, { signal });
  addEventListener('pagehide', sleep, { signal });
  addEventListener('pageshow', wake, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake(), {
    signal,
  });
  return () => stop.abort();
}

/** Tells whether this tab is in front, now and later. */
function onSeen(listener: (seen: boolean) => void): () => void {
  const tell = () => listener(document.visibilityState === 'visible');
  tell();
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}

/**
 * The way to the server for a base open in this tab: one stream of changes for all tabs of a person in this browser.
 * A page served without TLS has no locks, and opens a stream of its own while it is in front.
 */
export function tabTransport(userId: string): Transport {
  const rpc = rpcAs(userId);
  const { locks } = navigator;
  if ((locks as LockManager | undefined) === undefined || !('BroadcastChannel' in globalThis))
    return { call: rpc.call, follow: whileSeen(rpc.follow, onSeen) };
  const follow = shareFeed(`weft.feed.1.${userId}`, {
    locks,
    after,
    onAwake,
    channel: (name, onMessage) => {
      const channel = new BroadcastChannel(name);
      channel.onmessage = ({ data }: MessageEvent<FeedMessage>) => onMessage(data);
      return { post: (message) => channel.postMessage(message), close: () => channel.close() };
    },
    stream: inTurns(rpc.follow, { locks, after, places: places() }),
    catchUp: rpc.follow,
  });
  return { call: rpc.call, follow };
}
