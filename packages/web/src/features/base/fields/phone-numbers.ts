import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** '+…' is shown internationally when it is valid, ten digits as a US number; null: as typed (specification 2, section 5). */
export function formatPhone(text: string): string | null {
  const trimmed = text.trim();
  const national = digitsOf(trimmed).length === 10 && !trimmed.startsWith('+');
  if (!national && !trimmed.startsWith('+')) return null;
  const number = parsePhoneNumberFromString(trimmed, 'US');
  if (!number?.isValid()) return null;
  const shown = national ? number.formatNational() : number.formatInternational();
  // Of some countries a 0 that is dialled within them alone is left out: what was answered is another text then.
  return digitsOf(shown) === digitsOf(trimmed) ? shown : null;
}
