import { describeFieldType } from '../field-type-laws.ts';
import { phoneNumberType } from './phone-number.ts';

describeFieldType(phoneNumberType);
