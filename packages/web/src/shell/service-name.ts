/** Names that a type does not spell as they are written; the catalogue, which knows them all, is for members alone. */
const written: { readonly [type: string]: string } = {
  ...{ googlesheets: 'Google Sheets', googlecalendar: 'Google Calendar', hubspot: 'HubSpot' },
  ...{ outlookcalendar: 'Outlook Calendar', teamsmeetings: 'Microsoft Teams meetings' },
  ...{ smartsuite: 'SmartSuite', onedrive: 'OneDrive', teams: 'Microsoft Teams', openai: 'OpenAI' },
  ...{
    smtp: 'SMTP',
    rest: 'REST',
    clickup: 'ClickUp',
    sendgrid: 'SendGrid',
    activecampaign: 'ActiveCampaign',
  },
  ...{ amazonS3: 'Amazon S3', generatePDF: 'Generate PDF', googlemeet: 'Google Meet' },
  ...{ surveyMonkey: 'SurveyMonkey', monday: 'monday.com' },
};

/** What a service is called, by its type: 'googleDrive' is Google Drive. */
export const serviceName = (type: string): string =>
  written[type] ??
  type.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replace(/^[a-z]/, (letter) => letter.toUpperCase());
