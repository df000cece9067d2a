/** The tabs of one browser have one session: where its person works is the same in all of them. */
const channelName = 'weft.organization';
const saidKey = 'weft.said';

/** Tells the other tabs that the person works in another organization now. */
export function tellOfSwitch(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/**
 * Goes to work in the organization that was chosen or made: every other tab follows, and the page is loaded anew, so that
 * nothing of the other organization stays, its workspaces least of all. `said` is said there in a toast.
 */
export function goToOrganization({ redirectPath }: { readonly redirectPath: string }, said?: string): void {
  tellOfSwitch();
  if (said !== undefined) sessionStorage.setItem(saidKey, said);
  location.assign(redirectPath);
}

/** What the page that led here had to say; once. */
export function takeSaid(): string | null {
  const said = sessionStorage.getItem(saidKey);
  sessionStorage.removeItem(saidKey);
  return said;
}

/** Calls back when another tab switched; gives what ends it. */
export function whenSwitched(callback: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = callback;
  return () => channel.close();
}
