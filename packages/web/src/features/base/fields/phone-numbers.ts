import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** '+…' is shown internationally when it is valid, ten digits as a US number; null: as typed (specification 2, section 5). */
export function formatPhone(text: string): string | null {
  const trimmed = text.trim();
  const national = trimmed.replace(/\D/g, '').length === 10 && !trimmed.startsWith('+');
  if (!national && !trimmed.startsWith('+')) return null;
  const number = parsePhoneNumberFromString(trimmed, 'US');
  if (!number?.isValid()) return null;
  return national ? number.formatNational() : number.formatInternational();
}
