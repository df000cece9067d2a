import { Button, Menu, SegmentedControl } from '@weft/ui';
import { ArrowDownNarrowWide, LayoutGrid, Rows3 } from 'lucide-react';
import { type SortLabel, sorts } from './home-list.ts';
import type { useHomeSettings } from './use-home-settings.ts';

/** The button that creates: on phones a round one within the thumb's reach, its word for screen readers alone. */
export const roundOnPhones =
  'max-sm:fixed max-sm:end-4 max-sm:bottom-[max(16px,env(safe-area-inset-bottom))] max-sm:z-(--w-z-bar) max-sm:size-13 max-sm:rounded-full max-sm:p-0 max-sm:shadow-3';

/** In which order items are listed, and whether as cards or as a table. */
export function ListingTools({ settings }: { readonly settings: ReturnType<typeof useHomeSettings> }) {
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="quiet" icon={ArrowDownNarrowWide}>
            <span className="max-sm:sr-only">{settings.sort}</span>
          </Button>
        }
        items={(Object.keys(sorts) as SortLabel[]).map((label) => ({
          label,
          checked: label === settings.sort,
          onSelect: () => void settings.set('sort', label),
        }))}
      />
      <SegmentedControl
        label="Show as"
        value={settings.asTable ? 'table' : 'cards'}
        segments={[
          { value: 'cards', label: 'Cards', icon: LayoutGrid },
          { value: 'table', label: 'Table', icon: Rows3 },
        ]}
        onChange={(look) => void settings.set('columnView', look === 'table')}
      />
    </>
  );
}
