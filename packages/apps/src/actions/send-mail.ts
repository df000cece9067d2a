import type { ActionType } from './action-type.ts';

/** Characters of the subject and the text of a mail. */
const longestSubject = 200;
const longestText = 5_000;

export const sendMail: ActionType = {
  label: 'Send a mail',
  settings: {
    to: { kind: 'binding', label: 'To' },
    subject: { kind: 'text', label: 'Subject', maxLength: longestSubject },
    text: {
      kind: 'text',
      label: 'Text',
      hint: '{{Status}} takes what the record of the page or form has there, {{Person: Name}} and {{Person: Email}} who sends it.',
      maxLength: longestText,
      lines: 'many',
    },
  },
  needs: ['to', 'subject', 'text'],
  byServer: true,
};
