import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const api = 'https://api.hubapi.com';
const property = (name: string, label: string, type: string, more: object = {}) => ({
  ...{ name, label, type, fieldType: 'text', groupName: 'contactinformation', description: '', options: [] },
  ...more,
});
const input = z.strictObject({
  id: z.string().min(1),
  idProperty: z.string().optional(),
  properties: z.record(z.string(), z.string()),
});

/** By the vendor's files of version 2026-09 (account info, properties, contacts); they are published without a licence. */
export const hubspot = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${api}/account-info/2026-09/details` },
      answer: () => ({ json: { portalId: 4711, uiDomain: 'app-eu1.hubspot.com', accountType: 'STANDARD' } }),
    },
    {
      ...{ method: 'GET', url: `${api}/crm/properties/2026-09/:object` },
      answer: () => ({
        json: {
          results: [
            property('email', 'Email', 'string'),
            property('firstname', 'First name', 'string'),
            property('age', 'Age', 'number'),
            property('came', 'Came', 'bool', { options: [{ label: 'Yes', value: 'true' }] }),
            property('born', 'Born', 'date'),
            property('at', 'At', 'datetime'),
            property('stage', 'Stage', 'enumeration', {
              options: [
                { label: 'Lead', value: 'lead' },
                { label: 'Old', value: 'old', hidden: true },
              ],
            }),
            property('tags', 'Tags', 'enumeration', {
              fieldType: 'checkbox',
              options: [
                { label: 'Red one', value: 'r' },
                { label: 'Blue one', value: 'b' },
              ],
            }),
            property('hs_object_id', 'Record ID', 'number', {
              modificationMetadata: { readOnlyValue: true },
            }),
            property('score', 'Score', 'number', { calculated: true }),
          ],
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/crm/objects/2026-09/contacts/batch/upsert` },
      body: z.strictObject({ inputs: z.array(input).min(1).max(100) }),
      answer: ({ body }) => ({
        json: {
          ...{ status: 'COMPLETE', startedAt: '2026-11-23T10:00:00Z', completedAt: '2026-11-23T10:00:00Z' },
          results: (body as { inputs: { properties: object }[] }).inputs.map(({ properties }) => ({
            ...{ id: '51', new: true, archived: false, properties },
          })),
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/crm/objects/2026-09/:object`, adds: true },
      body: z.strictObject({
        properties: z.record(z.string(), z.string()),
        associations: z.array(z.unknown()),
      }),
      answer: () => ({ status: 201, json: { id: '52', properties: {} } }),
    },
  ],
  ways: [
    { config: {}, account: { id: '4711', label: 'app-eu1.hubspot.com 4711' } },
    {
      config: { apiKey: 'pat-eu1-0123456789abcdef0123' },
      credential: () => ({ authorization: 'Bearer pat-eu1-0123456789abcdef0123' }),
      account: { id: '4711', label: 'app-eu1.hubspot.com 4711' },
    },
  ],
  target: { object: 'contacts' },
  fields: [
    { id: 'email', name: 'Email', kind: 'text', required: true },
    { id: 'firstname', name: 'First name', kind: 'text' },
    { id: 'age', name: 'Age', kind: 'number' },
    { id: 'came', name: 'Came', kind: 'boolean' },
    { id: 'born', name: 'Born', kind: 'date' },
    { id: 'at', name: 'At', kind: 'datetime' },
    { id: 'stage', name: 'Stage', kind: 'choice', choices: ['Lead'] },
    { id: 'tags', name: 'Tags', kind: 'choices', choices: ['Red one', 'Blue one'] },
  ],
  values: {
    ...{ email: 'Ada@example.org', firstname: 'Ada', age: 41.5, came: true, born: '2026-03-29' },
    ...{ at: '2026-03-29T01:30:00Z', stage: 'Lead', tags: ['Red one', 'Blue one'] },
  },
  sent: [
    {
      inputs: [
        {
          ...{ id: 'Ada@example.org', idProperty: 'email' },
          properties: {
            ...{ email: 'Ada@example.org', firstname: 'Ada', age: '41.5', came: 'true', born: '2026-03-29' },
            ...{ at: '2026-03-29T01:30:00Z', stage: 'lead', tags: 'r;b' },
          },
        },
      ],
    },
  ],
  sentOf: (calls) => calls.filter(({ route }) => route.url.endsWith('/upsert')).map(({ body }) => body),
});
