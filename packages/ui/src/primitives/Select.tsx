import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { cx } from './class-names.ts';
import { Icon, type IconType } from './Icon.tsx';
import { optionLook, popupLook, popupPlace, selectedLook, selectLook } from './option-look.ts';
import { inputLook } from './TextInput.tsx';

export interface SelectOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly icon?: IconType | undefined;
  readonly disabled?: boolean | undefined;
  /** A second, quieter line. */
  readonly hint?: string | undefined;
}

export interface SelectProps<Value extends string = string> {
  readonly value: Value;
  readonly options: readonly SelectOption<Value>[];
  readonly onChange: (value: Value) => void;
  /** Read aloud; a visible label belongs to a FormField. */
  readonly label: string;
  readonly id?: string | undefined;
  readonly size?: 'sm' | 'md' | undefined;
  readonly disabled?: boolean | undefined;
  /** Without an edge until hovered, for dense rows. */
  readonly quiet?: boolean | undefined;
  readonly placeholder?: string | undefined;
}

const sizes = { sm: 'h-(--w-control-sm) px-2', md: 'h-(--w-control-md) px-2.5' } as const;

/** What the button shows: what is chosen, and that there is more to choose. */
export function SelectFace({
  option,
  placeholder,
}: {
  readonly option: SelectOption | undefined;
  readonly placeholder: string | undefined;
}) {
  return (
    <>
      {option?.icon !== undefined && <Icon of={option.icon} size={14} className="text-text-subtle" />}
      <span className="min-w-0 flex-1 truncate">
        {option?.label ?? <span className="text-text-subtle">{placeholder}</span>}
      </span>
      <Icon of={ChevronDown} size={14} className="text-text-subtle" />
    </>
  );
}

/** One of a few known things. */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  label,
  id,
  size = 'md',
  disabled = false,
  quiet = false,
  placeholder,
}: SelectProps<Value>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Base.Root<Value>
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <Base.Trigger
        id={id}
        aria-label={label}
        className={cx(
          inputLook,
          selectLook,
          quiet &&
            'border-transparent bg-transparent max-sm:text-base! hover:border-line-strong hover:bg-surface',
          sizes[size],
        )}
      >
        <SelectFace option={chosen} placeholder={placeholder} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner {...popupPlace} alignItemWithTrigger={false}>
          <Base.Popup className={cx(popupLook, 'min-w-(--anchor-width)')}>
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={cx(optionLook, selectedLook)}
              >
                {option.icon !== undefined && (
                  <Icon
                    of={option.icon}
                    size={14}
                    className={option.value === value ? '' : 'text-text-subtle'}
                  />
                )}
                <Base.ItemText className="min-w-0 flex-1">
                  <span className="block truncate">{option.label}</span>
                  {option.hint !== undefined && (
                    <span className="block text-small text-text-subtle">{option.hint}</span>
                  )}
                </Base.ItemText>
                <Base.ItemIndicator>
                  <Icon of={Check} size={14} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
