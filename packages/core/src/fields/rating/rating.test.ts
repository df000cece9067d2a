import { describeFieldType } from '../field-type-laws.ts';
import { ratingType } from './rating.ts';

describeFieldType(ratingType);
