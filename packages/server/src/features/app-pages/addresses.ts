/** Where things of an app are, from its own root: the host of the app, `/a/{publicIdentifier}`, or the preview of a draft. */
export interface AppAddresses {
  /** Without a slash at its end; '' at a host of its own. */
  readonly root: string;
  readonly home: string;
  readonly page: (slug: string, recordId?: string | null) => string;
  /** Beside the pages: 'block/blk…'. */
  readonly aside: (path: string) => string;
}

/** `search`: what every address of a preview carries along. */
export const addressesAt = (root: string, search = ''): AppAddresses => ({
  root,
  home: `${root}/${search}`,
  page: (slug, recordId = null) => `${root}/${slug}${recordId === null ? '' : `/${recordId}`}${search}`,
  aside: (path) => `${root}/-/${path}${search}`,
});

/** An address with parameters in the place of others of the same names; null takes one away. */
export function withParams(address: string, params: { readonly [name: string]: string | null }): string {
  const { pathname, searchParams } = new URL(address, 'http://app');
  // Built once: each change of a URL's own parameters writes all of them anew.
  const search = new URLSearchParams([
    ...[...searchParams].filter(([name]) => !Object.hasOwn(params, name)),
    ...Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ]);
  return `${pathname}${search.size === 0 ? '' : `?${search}`}`;
}
