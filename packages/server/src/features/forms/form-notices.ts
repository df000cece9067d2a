// What somebody is told above a page that is shown once more.

export const changedMeanwhile =
  'This form was changed while you filled it in. Check your answers and send them again; what still fits is kept.';
export const lockedMeanwhile =
  'This form has another password now: open it in another tab, give the password there, and send this page again';
/** A page was sent before its script had worked, or without it. */
export const workIsMissing =
  'Your browser has not proved yet that it is no program that sends many answers. Nothing was sent: try again, with JavaScript allowed.';
export const openTooLong =
  'This page was open for long. Nothing was sent yet, and what you wrote is kept: send it once more.';
export const hasMore = 'Your answers bring up more to fill in. Nothing was sent yet.';
