import { describeFieldType } from '../field-type-laws.ts';
import { currencyType } from './currency.ts';

describeFieldType(currencyType);
