import { Combobox as Base } from '@base-ui/react/combobox';
import { Check } from 'lucide-react';
import { useRef } from 'react';
import { cx } from '../primitives/class-names.ts';
import { Icon } from '../primitives/Icon.tsx';
import { optionLook, popupLook, popupPlace, selectedLook, selectLook } from '../primitives/option-look.ts';
import { SelectFace, type SelectOption, type SelectProps } from '../primitives/Select.tsx';
import { inputLook } from '../primitives/TextInput.tsx';

const heights = { sm: 'h-(--w-control-sm)', md: 'h-(--w-control-md)' } as const;

/** One of many known things, found by typing. */
export function SearchSelect<Value extends string>(props: Omit<SelectProps<Value>, 'disabled' | 'quiet'>) {
  const { value, options, onChange, label, id, size = 'md' } = props;
  const input = useRef<HTMLInputElement>(null);
  const chosen = options.find((option) => option.value === value) ?? null;
  return (
    <Base.Root<SelectOption<Value>>
      items={options}
      value={chosen}
      autoHighlight
      isItemEqualToValue={(a, b) => a.value === b.value}
      onValueChange={(next) => {
        if (next !== null) onChange(next.value);
      }}
    >
      <Base.Trigger
        id={id}
        aria-label={chosen === null ? label : `${label}: ${chosen.label}`}
        className={cx(inputLook, selectLook, 'px-2.5', heights[size])}
      >
        <SelectFace option={chosen ?? undefined} placeholder={props.placeholder} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner {...popupPlace}>
          <Base.Popup
            aria-label={label}
            initialFocus={input}
            className={cx(
              popupLook,
              'flex max-h-[min(var(--available-height),26rem)] min-w-(--anchor-width) flex-col p-0',
            )}
          >
            <div className="shrink-0 border-line-subtle border-b p-1">
              <Base.Input
                ref={input}
                aria-label={`Search: ${label}`}
                placeholder="Search"
                className="h-(--w-control-sm) w-full bg-transparent px-2 text-base outline-none max-sm:text-lead"
              />
            </div>
            <Base.Empty className="px-3 text-text-muted">
              <p className="py-2">No results found.</p>
            </Base.Empty>
            <Base.List aria-label={label} className="min-h-0 flex-1 overflow-y-auto p-1 empty:hidden">
              {(option: SelectOption<Value>) => (
                <Base.Item
                  key={option.value}
                  value={option}
                  disabled={option.disabled ?? false}
                  className={cx(optionLook, selectedLook)}
                >
                  {option.icon !== undefined && (
                    <Icon
                      of={option.icon}
                      size={14}
                      className={option === chosen ? '' : 'text-text-subtle'}
                    />
                  )}
                  <span className="min-w-0 flex-1 truncate">
                    {option.label}
                    {option.hint !== undefined && (
                      <span className="block truncate text-small text-text-subtle">{option.hint}</span>
                    )}
                  </span>
                  <Base.ItemIndicator>
                    <Icon of={Check} size={14} />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
