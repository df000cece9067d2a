/** The tabs of one browser have one session: where its person works is the same in all of them. */
const channelName = 'weft.organization';

/** Tells the other tabs that the person works in another organization now. */
export function tellOfSwitch(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/**
 * Goes to work in the organization that was chosen or made: every other tab follows, and the page is loaded anew, so that
 * nothing of the other organization stays, its workspaces least of all.
 */
export function goToOrganization({ redirectPath }: { readonly redirectPath: string }): void {
  tellOfSwitch();
  location.assign(redirectPath);
}

/** Calls back when another tab switched; gives what ends it. */
export function whenSwitched(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = callback;
  return () => channel.close();
}
