import { amountFault, amountFormulas, amountSettings, readAmount } from '../amounts.ts';
import type { QuestionType } from '../question-type.ts';
import { oneAnswer, shape } from '../reading.ts';

export const number: QuestionType = {
  label: 'Number',
  settings: amountSettings,
  fault: amountFault,
  formulas: amountFormulas,
  ...oneAnswer({ field: () => shape('number'), missing: 'Enter a number', read: readAmount }),
  samples: [
    { sent: { '': ['12'] }, gives: { '': 12 } },
    { sent: { '': ['−1.5'] }, gives: { '': -1.5 } },
    { sent: { '': ['1,5'] }, gives: { '': 1.5 } },
    { sent: { '': ['.25'] }, gives: { '': 0.25 } },
    { sent: { '': ['twelve'] }, gives: 'Enter a number like 12 or 12.5' },
    { sent: { '': ['-9007199254740992.00'] }, gives: { '': -9007199254740992 } },
    { sent: { '': ['9007199254740993'] }, gives: 'Write fewer digits: only about 15 can be kept exactly' },
    {
      sent: { '': ['0.10000000000000000555'] },
      gives: 'Write fewer digits: only about 15 can be kept exactly',
    },
    { sent: { '': ['1,500'] }, gives: '‘1,500’ may mean 1500 or 1.5: write one of these' },
    { sent: { '': ['1.500'] }, gives: '‘1.500’ may mean 1500 or 1.5: write one of these' },
    { sent: { '': ['−12.125'] }, gives: '‘-12.125’ may mean -12125 or -12.1250: write one of these' },
    { sent: { '': ['12.1250'] }, gives: { '': 12.125 } },
    { sent: { '': ['12.000'] }, gives: '‘12.000’ may mean 12000 or 12: write one of these' },
    { sent: { '': ['0,001'] }, gives: { '': 0.001 } },
    { sent: { '': ['1.234,5'] }, gives: { '': 1234.5 } },
    { sent: { '': ['1,234.5'] }, gives: { '': 1234.5 } },
    { sent: { '': ['-1.234.567'] }, gives: { '': -1234567 } },
    { sent: { '': ['1 250'] }, gives: { '': 1250 } },
    { sent: { '': ['12’500.25'] }, gives: { '': 12500.25 } },
    { sent: { '': ['1,23,456'] }, gives: 'Enter a number like 12 or 12.5' },
    { sent: { '': ['0.125'] }, gives: { '': 0.125 } },
    { sent: { '': ['9'.repeat(310)] }, gives: 'Enter a number like 12 or 12.5' },
    { settings: { whole: true }, sent: { '': ['1.5'] }, gives: 'Enter a whole number' },
    { settings: { minimum: 2 }, sent: { '': ['1'] }, gives: 'Enter 2 or more' },
    { settings: { maximum: 2 }, sent: { '': ['3'] }, gives: 'Enter 2 or less' },
  ],
};
