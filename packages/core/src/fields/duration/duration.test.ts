import { describeFieldType } from '../field-type-laws.ts';
import { durationType } from './duration.ts';

describeFieldType(durationType);
