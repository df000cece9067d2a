import { AppError } from '@weft/std';

/**
 * Why nothing is sent until somebody does something about it: nobody, or somebody else, is signed in, and what waits is
 * this person's; or the base is in the trash.
 */
export type Hold = 'signed-out' | 'trashed';

/** A refusal that does not last: what it is about waits, with all behind it. */
export class HeldUp extends AppError {
  readonly hold: Hold;

  constructor(hold: Hold, error: AppError) {
    super(error.kind, error.message);
    this.hold = hold;
  }
}

/** Quietly shown in the top bar. */
export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly waiting: number }
  | { readonly kind: 'offline'; readonly waiting: number }
  | { readonly kind: Hold; readonly waiting: number }
  | { readonly kind: 'failed' };
