import { anyFieldType, type FieldOf, isNumberInput, numberInputText } from '@weft/core';
import type { CellText } from '../cell-text.ts';

type AmountField = FieldOf<'number'> | FieldOf<'currency'> | FieldOf<'percent'>;

/** Figures with one decimal sign and a leading minus; signs around a pasted number are stripped. */
const amountText = <F extends AmountField>(
  takesMinus: (template: F['template']) => boolean,
  shift = 0,
): CellText<F> => {
  const opening: CellText<F>['opening'] = (value, { template }, env) =>
    numberInputText(value as number, template.numberFormat, env, shift);
  const takes: CellText<F>['takes'] = (text, { template }, env) =>
    isNumberInput(text, template.numberFormat, takesMinus(template), env);
  return {
    opening,
    takes,
    /** What is no number empties the box (specification 2, section 5); what may be one of two is pasted as it is. */
    afterPaste({ pasted, next }, field, env) {
      if (takes(next, field, env)) return null;
      const { type, template } = field;
      const read = anyFieldType(type).fromPaste(pasted.trim(), template, env);
      if (!read.ok) return null;
      return read.value === null ? '' : opening(read.value, field, env);
    },
    inputMode: 'decimal',
    isFigures: true,
  };
};

export const numberText = amountText<FieldOf<'number'>>(() => true);
export const currencyText = amountText<FieldOf<'currency'>>(() => true);
/** Written in hundredths. */
export const percentText = amountText<FieldOf<'percent'>>((template) => template.allowNegative, 2);
