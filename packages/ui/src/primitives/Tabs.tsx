import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabItem {
  readonly value: string;
  readonly label: ReactNode;
  readonly panel: ReactNode;
  readonly disabled?: boolean | undefined;
}

export interface TabsProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly items: readonly TabItem[];
  readonly label: string;
}

/** Panels of which one shows, under a line of names. */
export function Tabs({ value, onChange, items, label }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(String(next))}>
      <Base.List aria-label={label} className="flex gap-4 overflow-x-auto border-line border-b">
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            disabled={item.disabled ?? false}
            className="-mb-px h-9 shrink-0 border-transparent border-b-2 font-medium text-base text-text-muted focus-visible:-outline-offset-2 hover:text-text data-active:border-accent data-active:text-text data-disabled:text-text-disabled"
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="pt-4">
          {item.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
