import {
  type BoundAt,
  type BoundCondition,
  type Conditions,
  conditionParts,
  conditionWords,
  isBound,
} from '@weft/apps';
import type { Condition, Field } from '@weft/core';
import { Button, Chip, IconButton, Popover, SearchSelect, Select } from '@weft/ui';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { newCondition, operandKindOf, operatorsOf, withOperator } from '../../base/views/conditions.ts';
import { fieldOptions, sortableFields } from '../../base/views/tool-fields.ts';
import { BindingInput } from './BindingInput.tsx';

interface ConditionListProps {
  readonly at: BoundAt;
  readonly fields: readonly Field[];
  readonly conditions: Conditions | null;
  /** Null: there are none. */
  readonly onChange: (conditions: Conditions | null) => void;
}

const none: Conditions = { conjunction: 'and', items: [] };
const maxConditions = 50;

const joins = [
  { value: 'and', label: 'All of these hold' },
  { value: 'or', label: 'One of these holds' },
] as const;

/** What a condition compares with as the operator takes it, where it is a value. */
const plain = ({ fieldId, operator, value }: BoundCondition): Condition => ({
  ...{ fieldId, operator },
  ...(value?.from === 'literal' && { value: value.value }),
});

const bound = (condition: Condition, before?: BoundCondition): BoundCondition => {
  const { fieldId, operator } = condition;
  const value = condition.value as Extract<BoundCondition['value'], { from: 'literal' }>['value'] | undefined;
  if (value !== undefined) return { fieldId, operator, value: { from: 'literal', value } };
  return {
    fieldId,
    operator,
    ...(before?.value && before.value.from !== 'literal' && { value: before.value }),
  };
};

/** Which records, in conditions that are read as sentences; a press on one opens it. */
export function ConditionList({ at, fields, conditions, onChange }: ConditionListProps) {
  const group = conditions ?? none;
  const asked = sortableFields(fields);
  const [open, setOpen] = useState<number | null>(null);
  const change = (items: Conditions['items']) => onChange(items.length === 0 ? null : { ...group, items });
  const add = () => {
    const [field] = asked;
    if (field === undefined) return;
    change([...group.items, bound(newCondition(field))]);
    setOpen(group.items.length);
  };
  return (
    <div className="flex flex-col gap-2">
      {group.items.length > 1 && (
        <Select
          size="sm"
          label="How conditions are joined"
          value={group.conjunction}
          options={joins}
          onChange={(conjunction) => onChange({ ...group, conjunction })}
        />
      )}
      <ul className="flex flex-col gap-2 empty:hidden">
        {group.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition is told by its place
          <li key={place} className="flex items-start gap-1">
            <div className="min-w-0 flex-1">
              {isBound(item) ? (
                <ConditionRow
                  {...{ at, item, fields: asked }}
                  name={`Condition ${place + 1}`}
                  open={open === place}
                  onOpen={(next) => setOpen(next ? place : null)}
                  onChange={(next) => change(group.items.with(place, next))}
                />
              ) : (
                <div className="rounded-md border bg-sunken p-2">
                  <p className="sr-only">{conditionWords(item, asked, at)}</p>
                  <ConditionList
                    {...{ at, fields }}
                    conditions={item}
                    onChange={(next) =>
                      change(next === null ? group.items.toSpliced(place, 1) : group.items.with(place, next))
                    }
                  />
                </div>
              )}
            </div>
            <IconButton
              plain
              size="sm"
              icon={X}
              label={`Remove condition ${place + 1}`}
              onClick={() => change(group.items.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="sm"
          variant="quiet"
          icon={Plus}
          className="-ms-2"
          disabled={asked.length === 0 || group.items.length >= maxConditions}
          onClick={add}
        >
          Condition
        </Button>
      </div>
    </div>
  );
}

interface ConditionRowProps {
  readonly at: BoundAt;
  readonly item: BoundCondition;
  readonly name: string;
  readonly fields: readonly Field[];
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onChange: (item: BoundCondition) => void;
}

function ConditionRow({ at, item, name, fields, open, onOpen, onChange }: ConditionRowProps) {
  const field = fields.find(({ id }) => id === item.fieldId);
  const words = conditionParts(item, fields, at);
  const kind = field === undefined ? null : operandKindOf(field, item.operator);
  const { value: _value, ...without } = item;
  return (
    <Popover
      label={name}
      align="start"
      width={288}
      open={open}
      onOpenChange={onOpen}
      trigger={
        <button
          type="button"
          className="flex min-h-8 w-full flex-wrap items-center gap-x-1.5 gap-y-1 rounded-md border border-line-control bg-surface px-2.5 py-1 text-start text-base hover:border-text-subtle data-popup-open:outline-2 data-popup-open:outline-focus data-popup-open:-outline-offset-1"
        >
          <span className="sr-only">{name}: </span>
          <span className="font-medium">{words.field}</span>
          <span className="text-text-muted">{words.operator}</span>
          {words.value !== '' && <Chip color={null}>{words.value}</Chip>}
          {words.value === '' && kind !== null && <span className="text-text-subtle">…</span>}
        </button>
      }
    >
      <div className="flex flex-col gap-2">
        <SearchSelect
          size="sm"
          label={`${name}: field`}
          value={item.fieldId}
          options={fieldOptions(fields)}
          onChange={(fieldId) => {
            const next = fields.find(({ id }) => id === fieldId);
            if (next !== undefined && fieldId !== item.fieldId) onChange(bound(newCondition(next)));
          }}
        />
        {field !== undefined && (
          <Select
            size="sm"
            label={`${name}: how it is compared`}
            value={item.operator}
            options={operatorsOf(field)}
            onChange={(operator) => onChange(bound(withOperator(plain(item), field, operator), item))}
          />
        )}
        {field !== undefined && kind !== null && (
          <BindingInput
            {...{ at, field, operand: kind }}
            label={`${name}: value`}
            value={item.value}
            onChange={(value) => onChange(value === undefined ? without : { ...without, value })}
          />
        )}
      </div>
    </Popover>
  );
}
