import { expect, it } from 'vitest';
import { pathForStranger, paths, serviceOfPath } from './paths.ts';

it('leads strangers to sign in, and to sign up while nobody has an account', () => {
  expect(pathForStranger({})).toBe('/sign-in');
  expect(pathForStranger({ firstStart: true })).toBe('/sign-up');
});

it('leads strangers who connect a service to sign up', () => {
  expect(pathForStranger({}, '/home/integrations/new/airtable')).toBe('/sign-up');
  expect(pathForStranger({}, '/home/integrations')).toBe('/sign-in');
  expect(serviceOfPath('/home/integrations/new/googleDrive?a=b')).toBe('googleDrive');
  expect(serviceOfPath('/home?newDatabaseModal=open&airtableImport=true')).toBe('airtable');
  expect(serviceOfPath('/home?newDatabaseModal=open&googleSheetsImport=true')).toBe('googlesheets');
  expect(serviceOfPath('/home/integrations/new/a%2Fb')).toBeNull();
});

it('leads from the sign-in at a service back to the editor that imports a database, and strangers to sign up', () => {
  const [app, form] = [
    paths.continueImport('zite', 'app1', 'airtable'),
    paths.continueImport('form', 'flw1', 'googlesheets'),
  ];
  expect(app).toBe(
    '/editor/zite/app1/integrations/new?tab=integrations&service=databases&continueImport=airtable',
  );
  expect(form).toBe('/editor/flw1/integrations?service=databases&continueImport=googlesheets');
  expect([app, form].map(serviceOfPath)).toEqual(['airtable', 'googlesheets']);
});
