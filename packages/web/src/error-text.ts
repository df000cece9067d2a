import { AppError } from '@weft/std';

/** What a person reads about a failure: the server's own sentence, or `otherwise` when it has none for them. */
export function errorText(error: unknown, otherwise = 'An unexpected error occurred'): string {
  if (!(error instanceof AppError)) return otherwise;
  if (error.kind === 'unauthenticated')
    return 'Your session has ended. Sign in in another tab, then try again here.';
  return error.kind === 'internal' ? otherwise : error.message;
}
