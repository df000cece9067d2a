/** The script a page of the application begins with; the build names it after its content. */
const firstScript = (page: string): string | null =>
  /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(page)?.[1] ?? null;

/** Whether the server's page begins with another script than the page that is open. */
export function isOtherVersion(page: string, ownScript: string | null): boolean {
  const script = firstScript(page);
  return script !== null && ownScript !== null && script !== ownScript;
}

/** What keeps a part of the application from coming. */
export type PartFault = 'away' | 'newer' | 'unknown';

/** Asks the server: it is out of reach, or has a newer version, whose parts have other names. */
export async function whyNotFetched(): Promise<PartFault> {
  try {
    const response = await fetch('/home', { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!response.ok) return 'away';
    const own = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;
    return isOtherVersion(await response.text(), own) ? 'newer' : 'unknown';
  } catch {
    return 'away';
  }
}
