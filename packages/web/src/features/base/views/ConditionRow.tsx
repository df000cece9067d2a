import type { Condition, Field, FieldEnv } from '@weft/core';
import { IconButton, SearchSelect, Select } from '@weft/ui';
import type { GridActions } from '@weft/ui/grid';
import { Trash2 } from 'lucide-react';
import { newCondition, operandKindOf, operatorsOf, withOperator } from './conditions.ts';
import { Operand } from './Operand.tsx';
import { fieldOptions } from './tool-fields.ts';

export interface ConditionRowProps {
  readonly condition: Condition;
  /** 'Condition 2.1': read aloud before each of its parts. */
  readonly name: string;
  readonly fields: readonly Field[];
  readonly env: FieldEnv;
  readonly linkSource: GridActions['linkSource'];
  readonly onChange: (condition: Condition) => void;
  readonly onRemove: () => void;
}

/** One condition: a field, how it is compared, and with what. */
export function ConditionRow(props: ConditionRowProps) {
  const { condition, name, fields, env, linkSource, onChange, onRemove } = props;
  const field = fields.find(({ id }) => id === condition.fieldId);
  const kind = field === undefined ? null : operandKindOf(field, condition.operator);
  const { value: _filledIn, ...withoutValue } = condition;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has an edge and a legend of its own
    <div
      role="group"
      aria-label={name}
      className="flex flex-1 items-start gap-2 max-sm:w-full max-sm:flex-wrap"
    >
      <span data-field="" className="min-w-28 flex-[4] max-sm:flex-[1_1_40%]">
        <SearchSelect
          size="sm"
          label={`${name}: field`}
          value={condition.fieldId}
          options={fieldOptions(fields)}
          onChange={(fieldId) => {
            const next = fields.find(({ id }) => id === fieldId);
            if (next && fieldId !== condition.fieldId) onChange(newCondition(next));
          }}
        />
      </span>
      {field !== undefined && (
        <span className="min-w-26 flex-[4] max-sm:flex-[1_1_40%]">
          <Select
            size="sm"
            label={`${name}: how it is compared`}
            value={condition.operator}
            options={operatorsOf(field)}
            onChange={(operator) => onChange(withOperator(condition, field, operator))}
          />
        </span>
      )}
      <span data-operand="" className="min-w-28 flex-[5] max-sm:min-w-[70%]">
        {field !== undefined && kind !== null && (
          <Operand
            key={`${field.id} ${kind}`}
            kind={kind}
            field={field}
            env={env}
            linkSource={linkSource}
            label={`${name}: value`}
            value={condition.value}
            onChange={(value) => onChange(value === undefined ? withoutValue : { ...condition, value })}
          />
        )}
      </span>
      <IconButton plain size="sm" icon={Trash2} label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />
    </div>
  );
}
