import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { HttpAnswer } from '@weft/protocol';
import { call } from '../../api.ts';

export type ListedTemplate = HttpAnswer<'GET /admin/bases/templates'>['templates'][number];
export type TemplateTable = HttpAnswer<'GET /admin/bases/templates/:name'>['template']['tables'][number];

/** The templates that a description fits; all of them where it is empty. */
export const templatesQuery = (search: string) =>
  queryOptions({
    queryKey: ['templates', search],
    // They change with the server alone.
    staleTime: 3_600_000,
    placeholderData: keepPreviousData,
    queryFn: () => call('GET /admin/bases/templates', { query: search === '' ? {} : { search } }),
  });

export const templateQuery = (name: string) =>
  queryOptions({
    queryKey: ['template', name],
    staleTime: 3_600_000,
    queryFn: async () => (await call('GET /admin/bases/templates/:name', { path: { name } })).template,
  });
