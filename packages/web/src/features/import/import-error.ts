import { AppError } from '@weft/std';
import { errorText } from '../../error-text.ts';

const fallback = 'Import failed. Please try again or contact support.';

/** The alert's text for the message of a failed import: the mapping of specification 1, section 8, in its order. */
export function importErrorText(message: string): string {
  const has = (pattern: RegExp): boolean => pattern.test(message);
  if (has(/\b431\b|request[- ]?header|too many columns with/i))
    return 'The import request is too large. This spreadsheet may have too many columns with complex data. Please try importing fewer columns or contact support.';
  if (has(/\b413\b|payload too large|request is too large/i))
    return 'The import data is too large. Please try importing a smaller spreadsheet or contact support.';
  if (has(/time[sd]?[ -]?out/i))
    return 'The import took too long and timed out. Please try again or contact support for large imports.';
  if (has(/network|fetch failed|failed to fetch/i))
    return 'Network error occurred. Please check your connection and try again.';
  if (has(/spreadsheet|google sheets/i)) return message;
  if (has(/permission|access denied/i))
    return 'Access denied. Please ensure you have permission to access this spreadsheet.';
  return message.split(',')[0]?.trim() || fallback;
}

/** The same for whatever was thrown on the way. */
export function importFaultText(error: unknown): string {
  if (!(error instanceof AppError) || error.kind === 'internal') return fallback;
  if (error.kind === 'unauthenticated' || error.kind === 'rate-limit') return errorText(error);
  if (error.kind === 'forbidden') return importErrorText('Access denied');
  return importErrorText(error.message);
}
