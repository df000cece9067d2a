import { z } from 'zod';
import type { StandIn } from '../stand-in.ts';

const host = 'https://ada.my.salesforce.com';
const api = `${host}/services/data/v63.0/sobjects`;
const field = (name: string, label: string, type: string, more: object = {}) => ({
  ...{
    name,
    label,
    type,
    createable: true,
    nillable: true,
    defaultedOnCreate: false,
    picklistValues: [],
    ...more,
  },
});

/** By the calls of the REST API at developer.salesforce.com, version 63.0: userinfo, sobjects, describe, a new record. */
export const salesforce = (): StandIn => ({
  routes: [
    {
      ...{ method: 'GET', url: `${host}/services/oauth2/userinfo` },
      answer: () => ({
        json: { user_id: '005', organization_id: '00D', preferred_username: 'ada@example.org', name: 'Ada' },
      }),
    },
    {
      ...{ method: 'GET', url: api },
      answer: () => ({
        json: {
          encoding: 'UTF-8',
          sobjects: [
            { name: 'Guest__c', label: 'Guest', createable: true },
            { name: 'LoginHistory', label: 'Login', createable: false },
          ],
        },
      }),
    },
    {
      ...{ method: 'GET', url: `${api}/Guest__c/describe` },
      answer: () => ({
        json: {
          name: 'Guest__c',
          fields: [
            field('Name', 'Name', 'string', { nillable: false }),
            field('Age__c', 'Age', 'double'),
            field('Came__c', 'Came', 'boolean', { nillable: false }),
            field('Born__c', 'Born', 'date'),
            field('At__c', 'At', 'datetime'),
            field('Meal__c', 'Meal', 'picklist', {
              picklistValues: [
                { value: 'Soup', label: 'Soup', active: true },
                { value: 'Old', label: 'Old', active: false },
              ],
            }),
            field('Days__c', 'Days', 'multipicklist', {
              picklistValues: ['Mo', 'Tu'].map((value) => ({ value, label: value, active: true })),
            }),
            field('OwnerId', 'Owner', 'reference'),
            field('CreatedDate', 'Created', 'datetime', { createable: false }),
          ],
        },
      }),
    },
    {
      ...{ method: 'POST', url: `${api}/Guest__c`, adds: true },
      body: z.strictObject({
        ...{ Name: z.string(), Age__c: z.number(), Came__c: z.boolean(), Born__c: z.iso.date() },
        ...{ At__c: z.iso.datetime(), Meal__c: z.string(), Days__c: z.string() },
      }),
      answer: () => ({ status: 201, json: { id: 'a00', success: true, errors: [] } }),
    },
  ],
  ways: [{ config: { instance_url: host }, account: { id: '00D 005', label: 'ada@example.org' } }],
  target: { object: 'Guest__c' },
  fields: [
    { id: 'Name', name: 'Name', kind: 'text', required: true },
    { id: 'Age__c', name: 'Age', kind: 'number' },
    { id: 'Came__c', name: 'Came', kind: 'boolean' },
    { id: 'Born__c', name: 'Born', kind: 'date' },
    { id: 'At__c', name: 'At', kind: 'datetime' },
    { id: 'Meal__c', name: 'Meal', kind: 'choice', choices: ['Soup'] },
    { id: 'Days__c', name: 'Days', kind: 'choices', choices: ['Mo', 'Tu'] },
  ],
  values: {
    ...{ Name: 'Ada', Age__c: 41.5, Came__c: true, Born__c: '1985-03-29', At__c: '2026-03-29T01:30:00Z' },
    ...{ Meal__c: 'Soup', Days__c: ['Mo', 'Tu'] },
  },
  sent: [
    {
      ...{ Name: 'Ada', Age__c: 41.5, Came__c: true, Born__c: '1985-03-29', At__c: '2026-03-29T01:30:00Z' },
      ...{ Meal__c: 'Soup', Days__c: 'Mo;Tu' },
    },
  ],
});
