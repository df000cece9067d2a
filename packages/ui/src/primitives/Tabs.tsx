import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { Icon, type IconType } from './Icon.tsx';

interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly icon: IconType;
  readonly content: ReactNode;
}

export interface TabsProps<Value extends string> {
  readonly value: Value;
  readonly tabs: readonly Tab<Value>[];
  readonly onChange: (value: Value) => void;
  readonly label: string;
}

/** Parts that stand in one place, one at a time; arrows go from tab to tab. */
export function Tabs<Value extends string>({ value, tabs, onChange, label }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="-mx-4 flex gap-5 border-line border-b px-4 sm:-mx-6 sm:px-6"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-10 items-center gap-1.5 border-transparent border-b-2 font-medium text-base text-text-muted -outline-offset-2 hover:text-text data-active:border-accent data-active:text-text pointer-coarse:h-11"
          >
            <Icon of={tab.icon} size={14} />
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-5 outline-none">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
