import { expect, it } from 'vitest';
import {
  creationPath,
  readCreation,
  readHomeSearch,
  readNewFlowAddress,
  withoutOnceParts,
} from './home-address.ts';

it('makes what the kind of an address says, in the workspace it names', () => {
  expect(readNewFlowAddress({ kind: 'tables' })).toEqual({ type: 'base', workspaceSlug: null });
  expect(readNewFlowAddress({ kind: 'forms', workspaceSlug: 'classes' })).toEqual({
    type: 'form',
    workspaceSlug: 'classes',
  });
});

it('makes an app where an address names one', () => {
  expect(readNewFlowAddress({ kind: 'zite', workspaceSlug: 'home' })).toEqual({
    type: 'zite',
    workspaceSlug: null,
  });
});

it('makes a form where an address names no kind', () => {
  expect(readNewFlowAddress({})).toEqual({ type: 'form', workspaceSlug: null });
  expect(readNewFlowAddress({ kind: 'classes' })).toEqual({ type: 'form', workspaceSlug: 'classes' });
});

it('makes nothing of a kind that there is none of', () => {
  expect(readNewFlowAddress({ kind: 'constructor', workspaceSlug: 'classes' })).toBeNull();
});

it('opens the create dialog where the address asks for it, and for nothing else', () => {
  expect(readHomeSearch({ newDatabaseModal: 'open', other: true })).toEqual({ newDatabaseModal: 'open' });
  const back = { newDatabaseModal: 'open', airtableImport: true, connectError: 'Denied', connected: 'svc' };
  expect(readHomeSearch({ ...back, airtableImport: 'true' })).toEqual(back);
  expect(readHomeSearch({ airtableImport: true, connected: 'svc' })).toEqual({});
  const sheets = { newDatabaseModal: 'open', googleSheetsImport: true };
  expect(readHomeSearch({ ...sheets, googleSheetsImport: 'true' })).toEqual(sheets);
  expect(readHomeSearch({ newDatabaseModal: 'no' })).toEqual({});
  expect(readHomeSearch({ integration: 'databases' })).toEqual({ integration: 'databases' });
  expect(readHomeSearch({ integration: 'slack' })).toEqual({ integration: 'slack' });
  expect(readHomeSearch({ integration: '../slack' })).toEqual({});
});

it('takes what an address asked for once out of it, and leaves the rest', () => {
  expect(withoutOnceParts('?newDatabaseModal=open&googleSheetsImport=true')).toBe('');
  expect(withoutOnceParts('?integration=slack&utm=mail')).toBe('?utm=mail');
  expect(withoutOnceParts('?utm=mail')).toBeNull();
});

it('reads the stage of making a form, with what was chosen before it', () => {
  expect(readCreation('choose-theme/paper/databases/contact/none')).toEqual({
    ...{ stage: 'choose-theme', theme: 'paper', serviceType: 'databases', template: 'contact' },
  });
  const nothing = { stage: 'choose-template', theme: null, serviceType: null, template: null };
  for (const path of [undefined, '', 'choose-template/none/none/none/none', 'constructor//.slack'])
    expect(readCreation(path)).toEqual(nothing);
});

it('leads to a stage by an address that reads the same', () => {
  const creation = { stage: 'choose-theme', theme: 'paper', serviceType: null, template: 'contact' } as const;
  const path = creationPath(creation, null);
  expect(path).toBe('/home/forms/home/new/choose-theme/paper/none/contact/none');
  expect(readCreation(path.split('/new/')[1])).toEqual(creation);
  expect(creationPath(creation, 'a b')).toContain('/home/forms/a%20b/new/');
});
