import { describeFieldType } from '../field-type-laws.ts';
import { lookupType } from './lookup.ts';

describeFieldType(lookupType);
