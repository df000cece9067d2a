import type { z } from 'zod';
import type { TargetStep } from './connector.ts';
import type { ServiceHttp, ServiceRequest } from './service-http.ts';

/** A step to a target: how it is kept in a mapping, how people call it, and what there is to choose. */
export const step = (key: string, label: string, list: TargetStep['list']): TargetStep => ({
  ...{ key, label, list },
});

/** The same of one that may be left out. */
export const optionalStep = (...of: Parameters<typeof step>): TargetStep => ({
  ...step(...of),
  optional: true,
});

type Query = NonNullable<ServiceRequest['query']>;

/** How a list goes on after a page. */
type Paging<P> =
  /** At an address that the page gives; one that leads elsewhere is not followed. */
  | { readonly link: (page: P) => string | null | undefined }
  /** By what the page gives, which the next one is asked for with, under this name. */
  | { readonly cursor: { readonly [parameter: string]: (page: P) => string | null | undefined } }
  /**
   * So many items further on (`limit`, or as the service calls it), of the `total` that the page tells; where it tells none,
   * a page with fewer is the last.
   */
  | { readonly limit: number; readonly limitAs?: string; readonly total?: (page: P) => number }
  /** By the number of the page, while this one says that there are more. */
  | { readonly more: (page: P, number: number) => boolean };

/** What a page is asked for with, or its address; null: there is none. `page`: the one before; `count`: its items. */
function nextOf<P>(paging: Paging<P>, page: P | null, pages: number, read: number, count: number) {
  if ('link' in paging) return page === null ? {} : paging.link(page) || null;
  if ('cursor' in paging) {
    if (page === null) return {};
    const [[name, given] = ['', () => null]] = Object.entries(paging.cursor);
    const cursor = given(page);
    return cursor ? { [name]: cursor } : null;
  }
  if ('more' in paging) return page === null || paging.more(page, pages) ? { page: pages + 1 } : null;
  const { limit, limitAs = 'limit', total } = paging;
  const goesOn = page === null || (total === undefined ? count >= limit : count > 0 && read < total(page));
  return goesOn ? { [limitAs]: limit, offset: read } : null;
}

/** More than a person looks through to pick one. */
const most = 5_000;
const mostPages = 50;

/** The names of what an answer holds that are lists. */
type Lists<P> = { [K in keyof P]-?: P[K] extends readonly unknown[] ? K : never }[keyof P];
type Item<List> = List extends readonly (infer T)[] ? T : never;

/** The pages of what a service lists at a path; `at` names the list in each. */
export async function pagesOf<P, K extends Lists<P>>(
  http: ServiceHttp,
  path: string,
  shape: z.ZodType<P>,
  at: K,
  paging: Paging<P>,
  query: Query = {},
): Promise<readonly P[]> {
  const pages: P[] = [];
  let read = 0;
  let asked: Query | string | null = nextOf<P>(paging, null, 0, 0, 0);
  while (asked !== null && pages.length < mostPages && read < most) {
    const page: P =
      typeof asked === 'string'
        ? await http.get(asked, shape)
        : await http.get(path, shape, { query: { ...query, ...asked } });
    const count = (page[at] as readonly unknown[]).length;
    pages.push(page);
    read += count;
    const next: Query | string | null = nextOf<P>(paging, page, pages.length, read, count);
    asked = typeof next === 'string' ? http.ownAddress(next) : next;
  }
  return pages;
}

/** The items of all these pages. */
export async function listed<P, K extends Lists<P>>(
  http: ServiceHttp,
  path: string,
  shape: z.ZodType<P>,
  at: K,
  paging: Paging<P>,
  query?: Query,
): Promise<readonly Item<P[K]>[]> {
  const pages = await pagesOf(http, path, shape, at, paging, query);
  return pages.flatMap((page) => page[at] as readonly Item<P[K]>[]);
}

/** The items of all pages of a list that is asked for in another way; a page without `next` is the last one. */
export async function allPages<T>(
  page: (
    cursor: string | undefined,
  ) => Promise<{ readonly items: readonly T[]; readonly next?: string | null | undefined }>,
): Promise<readonly T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < mostPages && found.length < most; read++) {
    const { items, next } = await page(cursor);
    found.push(...items);
    if (next === undefined || next === null || next === '') break;
    cursor = next;
  }
  return found;
}
