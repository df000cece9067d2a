// What somebody is told above a page that is shown once more.

export const changedMeanwhile =
  'This form was changed while you filled it in. Check your answers and send them again; what still fits is kept.';
/** Something has to be given to the form anew before a page of it is sent. */
export const lockedMeanwhile = {
  password:
    'This form has another password now: open it in another tab, give the password there, and send this page again',
  address:
    'This form takes answers only from people who prove their email address: open it in another tab, prove yours there, and send this page again',
} as const;
/** Who may answer was changed between the look at an answer and the moment it is kept. */
export const asksMore = 'What this form asks for was changed in this moment: send your answer once more';
/** A page was sent before its script had worked, or without it. */
export const workIsMissing =
  'Your browser has not proved yet that it is no program that sends many answers. Nothing was sent: try again, with JavaScript allowed.';
/** The check that no program sends the answer was not made, or is of another moment. */
export const captchaRefused =
  'The check that you are a person was not passed. Nothing was sent yet, and what you wrote is kept: do the check above the button, and send it once more. It needs JavaScript.';
export const openTooLong =
  'This page was open for long. Nothing was sent yet, and what you wrote is kept: send it once more.';
export const hasMore = 'Your answers bring up more to fill in. Nothing was sent yet.';

export const wrongAddress = 'Enter an email address like name@example.com to get a link.';
export const tooManyLinks =
  'This address was sent several links in the last hour: the newest of them works. Try again in an hour.';
export const tooManyHere =
  'Many links were asked for here in the last minute. What you wrote is kept: try again in a minute.';
export const notKept =
  'What you wrote could not be kept here, so there is no link to it: go on, and send it from this browser.';
export const noMail =
  'This server sends no mail: open the form again in this browser, and your answer is there.';
export const linkIsSent =
  'A link is on its way to this address. It opens your answer once, on any device, for 30 days.';
