import type { StandIn } from './stand-in.ts';
import { activecampaign } from './vendors/activecampaign.ts';
import { airtable } from './vendors/airtable.ts';
import { attio } from './vendors/attio.ts';
import { brevo } from './vendors/brevo.ts';
import { calendly } from './vendors/calendly.ts';
import { clickup } from './vendors/clickup.ts';
import { discord } from './vendors/discord.ts';
import { dropbox } from './vendors/dropbox.ts';
import { excel } from './vendors/excel.ts';
import { googlecalendar } from './vendors/googlecalendar.ts';
import { googleDrive } from './vendors/googleDrive.ts';
import { googlesheets } from './vendors/googlesheets.ts';
import { hubspot } from './vendors/hubspot.ts';
import { intercom } from './vendors/intercom.ts';
import { jotform } from './vendors/jotform.ts';
import { klaviyo } from './vendors/klaviyo.ts';
import { linear } from './vendors/linear.ts';
import { mailchimp } from './vendors/mailchimp.ts';
import { monday } from './vendors/monday.ts';
import { notion } from './vendors/notion.ts';
import { onedrive } from './vendors/onedrive.ts';
import { openai } from './vendors/openai.ts';
import { outlook } from './vendors/outlook.ts';
import { outlookcalendar } from './vendors/outlookcalendar.ts';
import { pipedrive } from './vendors/pipedrive.ts';
import { salesforce } from './vendors/salesforce.ts';
import { sendgrid } from './vendors/sendgrid.ts';
import { slack } from './vendors/slack.ts';
import { smartsuite } from './vendors/smartsuite.ts';
import { stripe } from './vendors/stripe.ts';
import { surveyMonkey } from './vendors/surveyMonkey.ts';
import { teams } from './vendors/teams.ts';
import { teamsmeetings } from './vendors/teamsmeetings.ts';
import { trello } from './vendors/trello.ts';
import { twilio } from './vendors/twilio.ts';
import { typeform } from './vendors/typeform.ts';
import { zendesk } from './vendors/zendesk.ts';
import { zoom } from './vendors/zoom.ts';

/** One for each connector, by its type; each call makes a vendor that nobody has written to. */
export const standIns: { readonly [type: string]: () => StandIn } = {
  activecampaign,
  airtable,
  attio,
  brevo,
  calendly,
  clickup,
  discord,
  dropbox,
  excel,
  googlecalendar,
  googleDrive,
  googlesheets,
  hubspot,
  intercom,
  jotform,
  klaviyo,
  linear,
  mailchimp,
  monday,
  notion,
  onedrive,
  openai,
  outlook,
  outlookcalendar,
  pipedrive,
  salesforce,
  sendgrid,
  slack,
  smartsuite,
  stripe,
  surveyMonkey,
  teams,
  trello,
  twilio,
  typeform,
  zendesk,
  teamsmeetings,
  zoom,
};
