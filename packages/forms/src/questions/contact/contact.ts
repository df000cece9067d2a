import { readEmail } from '../email/email.ts';
import { nameParts } from '../full-name/full-name.ts';
import { inputsInParts } from '../inputs-in-parts.ts';
import { readPhone } from '../phone/phone.ts';
import type { QuestionType } from '../question-type.ts';
import { shape } from '../reading.ts';

export const contact: QuestionType = {
  label: 'Contact',
  settings: {},
  ...inputsInParts('Parts', [
    ...nameParts,
    {
      ...{ name: 'email', label: 'Email', field: shape('email') },
      ...{ read: readEmail, missing: 'Enter an email address' },
    },
    { name: 'phone', label: 'Phone', field: shape('phone_number'), read: readPhone, missing: null },
  ]),
  samples: [
    {
      sent: { 0: ['Ada'], 2: ['ada@example.com'], 3: ['+44 20 7946 0958'] },
      gives: { 0: 'Ada', 2: 'ada@example.com', 3: '+44 20 7946 0958' },
    },
    { sent: { 2: ['ada@'] }, gives: 'Enter an email address like name@example.com' },
  ],
};
