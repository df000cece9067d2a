import { queryOptions } from '@tanstack/react-query';
import type { CallOutput, HttpAnswer } from '@weft/protocol';
import { call, rpcQuery } from '../../api.ts';

export type CatalogueEntry = CallOutput<'integrations.catalogue'>['services'][number];
/** Something that is filled in where a service is connected. */
export type ConfigField = CatalogueEntry['fields'][number];
export type Way = CatalogueEntry['ways'][number];
/** A connection to a service. */
export type Connection = HttpAnswer<'POST /admin/services/create/:serviceType'>['service'];
/** The same with how many forms are written with it, as lists tell it. */
export type ListedConnection = CallOutput<'integrations.services'>['services'][number];
export type TargetField = CallOutput<'integrations.fields'>['fields'][number];
/** What is written to, by the key of each step to it. */
export type Target = { readonly [key: string]: string };
export type Access = Connection['access'];

/** The services that can be connected here; they change with a new version of the server alone. */
export const catalogueQuery = queryOptions({
  queryKey: ['integration-catalogue'],
  staleTime: 300_000,
  queryFn: async () => (await rpcQuery('integrations.catalogue', {})).services,
});

const connectorsKey = ['connectors'];

/** Connectors that are declared without code, for admins. */
export const connectorsQuery = queryOptions({
  queryKey: connectorsKey,
  retry: false,
  queryFn: async () => (await rpcQuery('integrations.connectors', {})).connectors,
});

/** What works with one of them. */
export const connectorDependentsQuery = (type: string) =>
  queryOptions({
    queryKey: [...connectorsKey, type, 'dependents'],
    gcTime: 0,
    queryFn: () => rpcQuery('integrations.connectorDependents', { type }),
  });

export const connectionsKey = ['connections'];

/** The connections that the caller may use. */
export const connectionsQuery = queryOptions({
  queryKey: connectionsKey,
  refetchOnWindowFocus: 'always',
  queryFn: async () => (await rpcQuery('integrations.services', {})).services,
});

/** The forms that are written with a connection. */
export const dependentsQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['connection-dependents', serviceId],
    gcTime: 0,
    queryFn: () => rpcQuery('integrations.dependents', { serviceId }),
  });

/** Where Stripe tells of payments into an account. */
export const paymentNoticesQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['payment-notices', serviceId],
    gcTime: 0,
    queryFn: () => rpcQuery('integrations.paymentNotices', { serviceId }),
  });

export const targetsKey = (serviceId: string) => ['connection-targets', serviceId];

/** What one step to a target offers: bases, tables, channels. */
export const choicesQuery = (serviceId: string, step: string, settings: Target) =>
  queryOptions({
    queryKey: [...targetsKey(serviceId), step, settings],
    staleTime: 60_000,
    retry: false,
    queryFn: async () => (await rpcQuery('integrations.targets', { serviceId, step, settings })).choices,
  });

/** The fields of a target. */
export const fieldsQuery = (serviceId: string, settings: Target) =>
  queryOptions({
    queryKey: [...targetsKey(serviceId), 'fields', settings],
    staleTime: 60_000,
    retry: false,
    queryFn: async () => (await rpcQuery('integrations.fields', { serviceId, settings })).fields,
  });

/** What would become of a form of another service. */
export const foreignFormQuery = ({
  serviceId,
  formId,
}: {
  readonly serviceId: string;
  readonly formId: string;
}) =>
  queryOptions({
    queryKey: [...targetsKey(serviceId), 'form', formId],
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: () => rpcQuery('integrations.readForm', { serviceId, formId }),
  });

/** A spreadsheet's sheets with their columns. */
export const sheetsQuery = (serviceId: string, serviceType: string, spreadsheetId: string) =>
  queryOptions({
    queryKey: [...targetsKey(serviceId), 'sheets', spreadsheetId],
    staleTime: 60_000,
    retry: false,
    queryFn: async () => {
      const requests = [{ serviceId, serviceType, settings: { spreadsheetIds: [spreadsheetId] } }];
      const { results } = await call('POST /v1/zite/admin/services/getMetadata', { body: { requests } });
      const [answer] = results;
      return {
        error: answer?.error ?? null,
        sheets: answer?.targets.find(({ id }) => id === spreadsheetId)?.tables ?? [],
      };
    },
  });
