import '@fontsource-variable/inter/wght.css';
import '../app.css';
import { must } from '@weft/std';
import { errorText } from '../error-text.ts';
import { pickedChannel, pickSpreadsheets } from '../features/integrations/google-picker.ts';

const app = must(document.getElementById('app'), 'the page has an #app element');

function say(role: 'status' | 'alert', text: string): void {
  const said = document.createElement('p');
  said.role = role;
  said.className = 'p-6 text-base';
  said.textContent = text;
  app.replaceChildren(said);
}

/**
 * A window of its own, so that Google's scripts run in no page of the application. Not at the top of the module: what an
 * entry that awaits there has in common with the application is split so that home loads 15 kB more.
 */
async function pick(): Promise<void> {
  const serviceId = new URLSearchParams(location.search).get('serviceId') ?? '';
  say('status', 'Opening Google’s file picker…');
  try {
    const picked = await pickSpreadsheets(serviceId);
    new BroadcastChannel(pickedChannel(serviceId)).postMessage(picked);
    say('status', 'You can close this window.');
    window.close();
  } catch (error) {
    say('alert', `${errorText(error)}. Close this window and try again.`);
  }
}

void pick();
