import { expect, it } from 'vitest';
import { readHomeSearch, readNewFlowAddress, withoutOnceParts } from './home-address.ts';

it('makes what the kind of an address says, in the workspace it names', () => {
  expect(readNewFlowAddress({ kind: 'tables' })).toEqual({ type: 'base', workspaceSlug: null });
  expect(readNewFlowAddress({ kind: 'forms', workspaceSlug: 'classes' })).toEqual({
    type: 'form',
    workspaceSlug: 'classes',
  });
});

it('makes a form where an address names no kind', () => {
  expect(readNewFlowAddress({})).toEqual({ type: 'form', workspaceSlug: null });
  expect(readNewFlowAddress({ kind: 'classes' })).toEqual({ type: 'form', workspaceSlug: 'classes' });
});

it('makes nothing of a kind that nobody can make, or that there is none', () => {
  expect(readNewFlowAddress({ kind: 'zite' })).toBeNull();
  expect(readNewFlowAddress({ kind: 'constructor', workspaceSlug: 'classes' })).toBeNull();
});

it('opens the create dialog where the address asks for it, and for nothing else', () => {
  expect(readHomeSearch({ newDatabaseModal: 'open', airtableImport: true })).toEqual({
    newDatabaseModal: 'open',
  });
  expect(readHomeSearch({ newDatabaseModal: 'no' })).toEqual({});
});

it('takes what an address asked for once out of it, and leaves the rest', () => {
  expect(withoutOnceParts('?newDatabaseModal=open&googleSheetsImport=true')).toBe('');
  expect(withoutOnceParts('?integration=slack&utm=mail')).toBe('?utm=mail');
  expect(withoutOnceParts('?utm=mail')).toBeNull();
});
