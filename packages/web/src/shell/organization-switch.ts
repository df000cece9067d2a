/** The tabs of one browser have one session: where its person works is the same in all of them. */
const channelName = 'weft.organization';

/** Tells the other tabs that the person works in another organization now. */
export function tellOfSwitch(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Calls back when another tab switched; gives what ends it. */
export function whenSwitched(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = callback;
  return () => channel.close();
}
