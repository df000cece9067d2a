import { activecampaign } from './activecampaign/activecampaign.ts';
import { airtable } from './airtable/airtable.ts';
import { amazonS3 } from './amazonS3/amazonS3.ts';
import { attio } from './attio/attio.ts';
import { brevo } from './brevo/brevo.ts';
import { calendly } from './calendly/calendly.ts';
import { clickup } from './clickup/clickup.ts';
import type { Connector } from './connector.ts';
import { discord } from './discord/discord.ts';
import { dropbox } from './dropbox/dropbox.ts';
import { excel } from './excel/excel.ts';
import { facebookPixel } from './facebookPixel/facebookPixel.ts';
import { generatePDF } from './generatePDF/generatePDF.ts';
import { googlecalendar } from './googlecalendar/googlecalendar.ts';
import { googleDrive } from './googleDrive/googleDrive.ts';
import { googlesheets } from './googlesheets/googlesheets.ts';
import { googleTagManager } from './googleTagManager/googleTagManager.ts';
import { hubspot } from './hubspot/hubspot.ts';
import { intercom } from './intercom/intercom.ts';
import { jotform } from './jotform/jotform.ts';
import { klaviyo } from './klaviyo/klaviyo.ts';
import { linear } from './linear/linear.ts';
import { mailchimp } from './mailchimp/mailchimp.ts';
import { monday } from './monday/monday.ts';
import { notion } from './notion/notion.ts';
import { onedrive } from './onedrive/onedrive.ts';
import { openai } from './openai/openai.ts';
import { outlook } from './outlook/outlook.ts';
import { outlookcalendar } from './outlookcalendar/outlookcalendar.ts';
import { pipedrive } from './pipedrive/pipedrive.ts';
import { salesforce } from './salesforce/salesforce.ts';
import { sendgrid } from './sendgrid/sendgrid.ts';
import { slack } from './slack/slack.ts';
import { smartsuite } from './smartsuite/smartsuite.ts';
import { smtp } from './smtp/smtp.ts';
import { stripe } from './stripe/stripe.ts';
import { surveyMonkey } from './surveyMonkey/surveyMonkey.ts';
import { teams } from './teams/teams.ts';
import { teamsmeetings } from './teamsmeetings/teamsmeetings.ts';
import { trello } from './trello/trello.ts';
import { twilio } from './twilio/twilio.ts';
import { typeform } from './typeform/typeform.ts';
import { weft } from './weft/weft.ts';
import { zendesk } from './zendesk/zendesk.ts';
import { zoom } from './zoom/zoom.ts';

/** Every third-party service that works, in the order of the catalogue's list. */
export const connectors: readonly Connector[] = [
  googlesheets,
  airtable,
  notion,
  hubspot,
  googleDrive,
  slack,
  smartsuite,
  mailchimp,
  monday,
  dropbox,
  smtp,
  excel,
  onedrive,
  teams,
  outlook,
  openai,
  googlecalendar,
  outlookcalendar,
  activecampaign,
  brevo,
  klaviyo,
  sendgrid,
  discord,
  twilio,
  salesforce,
  pipedrive,
  attio,
  intercom,
  zendesk,
  clickup,
  linear,
  trello,
  calendly,
  amazonS3,
  typeform,
  jotform,
  surveyMonkey,
  zoom,
  teamsmeetings,
  weft,
  generatePDF,
  stripe,
  facebookPixel,
  googleTagManager,
];

export const connectorOf = (type: string): Connector | undefined =>
  connectors.find((connector) => connector.type === type);
