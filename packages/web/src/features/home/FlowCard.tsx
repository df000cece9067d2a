import { Link } from '@tanstack/react-router';
import { flowType } from '@weft/core';
import { Icon, IconButton, Menu, type MenuItem, optionColor } from '@weft/ui';
import { ClipboardList, Ellipsis, Table2 } from 'lucide-react';
import type { Flow } from '../../api.ts';
import { paths } from '../../paths.ts';
import { Moment } from '../../shell/Moment.tsx';
import { useAwaitsImport } from '../import/use-awaits-import.ts';

/** The drawings of flow types' icons. */
const icons = { table: Table2, form: ClipboardList } as const;

const bars = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-4/5'] as const;
const chips = ['Emerald', 'Orange', 'Blue', 'Pink', 'Violet', 'Yellow', 'Teal'] as const;

/** A number that stays with an id: where its drawing begins in the lists above. */
const seedOf = (id: string): number => {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
};

/** A drawn table on the card's hue, a little different for each, until databases have a picture of their own. */
function Sketch({ of }: { readonly of: string }) {
  const seed = seedOf(of);
  return (
    <div
      aria-hidden="true"
      className="relative h-37 overflow-hidden rounded-t-lg bg-sunken"
      style={{
        backgroundImage: `linear-gradient(color-mix(in srgb, ${optionColor('Gray', 'bg')} 40%, transparent) 0 0)`,
      }}
    >
      <div className="absolute inset-x-[12%] top-6 bottom-0 overflow-hidden rounded-t-md border border-line-subtle bg-surface shadow-1">
        <div className="grid h-6 grid-cols-3 items-center gap-3 bg-accent-tint px-3">
          {[1, 2, 3].map((column) => (
            <span key={column} className="h-1 rounded-full bg-accent-line" />
          ))}
        </div>
        {bars.map((_, row) => (
          <div
            key={bars[row]}
            className="grid h-5.5 grid-cols-3 items-center gap-3 border-line-subtle border-b px-3"
          >
            <span className={`h-1 rounded-full bg-line-strong ${bars[(row + seed) % bars.length] ?? ''}`} />
            <span
              className="h-2 w-3/5 rounded-full"
              style={{
                background: optionColor(
                  chips[(seed + (row % 3) * (1 + (seed % 3))) % chips.length] ?? 'Gray',
                  'bg',
                ),
              }}
            />
            <span className="h-1 w-2/5 rounded-full bg-line" />
          </div>
        ))}
      </div>
    </div>
  );
}

export interface FlowCardProps {
  readonly flow: Flow;
  /** What can be done with it; none for those who may only look. */
  readonly items: readonly MenuItem[];
  /** In the trash a card opens nothing. */
  readonly opens: boolean;
}

/** One database as a card: press to open, its menu for the rest. */
export function FlowCard({ flow, items, opens }: FlowCardProps) {
  const moment = flow.trashedAt ?? flow.updatedAt;
  const awaitsImport = useAwaitsImport(flow.publicIdentifier);
  return (
    <li className="group relative rounded-lg border bg-surface transition-shadow duration-(--w-duration-fast) focus-within:border-line-strong hover:border-line-strong hover:shadow-2">
      <Sketch of={flow.publicIdentifier} />
      <div className="border-line-subtle border-t px-3 py-2.5">
        <h3 className="truncate font-medium text-body" title={flow.name}>
          {opens ? (
            <Link
              to={paths.flow(flow)}
              // The second press of a double one on the menu, which is gone by then, is not meant for the card below.
              onClick={(event) => event.detail > 1 && event.preventDefault()}
              // The ring goes around the card: around the name it would be cut with it.
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:outline-offset-2"
            >
              {flow.name}
            </Link>
          ) : (
            flow.name
          )}
        </h3>
        <p className="mt-1 flex items-center gap-1.5 text-small text-text-muted">
          <Icon
            of={icons[flowType(flow.type).built?.icon ?? 'table']}
            size={14}
            className="text-text-subtle"
          />
          {awaitsImport ? (
            <span className="text-warning-text">Import interrupted</span>
          ) : (
            flowType(flow.type).label
          )}
          <span aria-hidden="true">·</span>
          <span>
            {!opens && 'Trashed '}
            <Moment at={moment} inside={!opens} />
          </span>
        </p>
      </div>
      {items.length > 0 && (
        <div className="absolute end-2 top-2 rounded-md bg-raised opacity-0 shadow-1 focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100">
          <Menu
            align="end"
            trigger={<IconButton icon={Ellipsis} label={`${flow.name}: menu`} size="sm" plain />}
            items={items}
          />
        </div>
      )}
    </li>
  );
}
