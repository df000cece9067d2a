import { expect, it } from 'vitest';
import { serviceName } from './service-name.ts';

it('calls services as they are written', () => {
  expect(['googlesheets', 'googleDrive', 'airtable', 'surveyMonkey', 'monday'].map(serviceName)).toEqual([
    'Google Sheets',
    'Google Drive',
    'Airtable',
    'SurveyMonkey',
    'monday.com',
  ]);
});
