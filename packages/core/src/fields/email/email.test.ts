import { describeFieldType } from '../field-type-laws.ts';
import { emailType } from './email.ts';

describeFieldType(emailType);
