import { flowType } from '@weft/core';
import { Badge, Icon, optionColor } from '@weft/ui';
import { Star } from 'lucide-react';
import type { Flow } from '../../api.ts';
import { useAwaitsImport } from '../import/use-awaits-import.ts';
import { AnswerCount } from './AnswerCount.tsx';
import { FlowCheckbox, FlowMenuButton, StarButton } from './FlowButtons.tsx';
import { FlowMarks } from './FlowMarks.tsx';
import { LastMoment } from './FlowRow.tsx';
import { FlowTitle } from './FlowTitle.tsx';
import { flowIcon } from './flow-icons.ts';
import { canDrag, type FlowItemProps, pointOf } from './flow-item.ts';
import { RestoreButton } from './RestoreButton.tsx';
import { SharedWith } from './SharedWith.tsx';
import { useLongPress } from './use-long-press.ts';

const bars = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-4/5'] as const;
const chips = ['Emerald', 'Orange', 'Blue', 'Pink', 'Violet', 'Yellow', 'Teal'] as const;

/** A number that stays with an id: where its drawing begins in the lists above. */
const seedOf = (id: string): number => {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
};

function TableSketch({ seed }: { readonly seed: number }) {
  return (
    <>
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
    </>
  );
}

/** A title, two questions with their inputs, and the button. */
function FormSketch({ seed }: { readonly seed: number }) {
  return (
    <div className="flex flex-col gap-2 px-4 pt-4">
      <span className="mb-1 h-2 w-1/2 rounded-full bg-line-strong" />
      {[0, 1].map((question) => (
        <div key={question} className="flex flex-col gap-1.5">
          <span
            className={`h-1 rounded-full bg-line-strong ${bars[(question + seed) % bars.length] ?? ''}`}
          />
          <span className="h-4 rounded-sm border border-line" />
        </div>
      ))}
      <span className="mt-1 h-4 w-1/4 rounded-sm bg-accent-line" />
    </div>
  );
}

interface SketchProps {
  readonly flow: Pick<Flow, 'type' | 'publicIdentifier'>;
  readonly color: string;
}

/** A drawing of what its type looks like on the card's hue, a little different for each. */
function Sketch({ flow: { type, publicIdentifier }, color }: SketchProps) {
  const seed = seedOf(publicIdentifier);
  return (
    <div
      aria-hidden="true"
      className="relative h-37 overflow-hidden rounded-t-lg bg-sunken"
      style={{
        backgroundImage: `linear-gradient(color-mix(in srgb, ${optionColor(color, 'bg')} 40%, transparent) 0 0)`,
      }}
    >
      <div className="absolute inset-x-[12%] top-6 bottom-0 overflow-hidden rounded-t-md border border-line-subtle bg-surface shadow-1">
        {type === 'base' ? <TableSketch seed={seed} /> : <FormSketch seed={seed} />}
      </div>
    </div>
  );
}

const quiet = 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';

/** One flow as a card: press to open, its menu for the rest. */
export function FlowCard({ flow, workspace, opens, selected, selecting, ...on }: FlowItemProps) {
  const awaitsImport = useAwaitsImport(flow.publicIdentifier);
  const longPress = useLongPress(
    () => on.onSelect(false),
    (event) => on.onMenu(pointOf(event)),
  );
  return (
    <li
      draggable={opens && canDrag}
      onDragStart={on.onDragStart}
      {...longPress}
      className={`group pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] relative rounded-lg border bg-surface transition-shadow duration-(--w-duration-fast) focus-within:border-line-strong hover:border-line-strong hover:shadow-2 ${
        selected ? 'outline-2 outline-accent -outline-offset-1' : ''
      }`}
    >
      <Sketch flow={flow} color={workspace?.color ?? 'Gray'} />
      <div className="border-line-subtle border-t px-3 py-2.5">
        <div className="flex items-center gap-1.5">
          <FlowTitle flow={flow} opens={opens} />
          <FlowMarks flow={flow} />
          {!opens && (
            <span className="ms-auto">
              <RestoreButton flow={flow} />
            </span>
          )}
          {flow.starred && (
            <span className="ms-auto text-star">
              <Icon of={Star} size={14} className="fill-star" />
              <span className="sr-only">Starred</span>
            </span>
          )}
        </div>
        <p className="mt-1 flex items-center gap-1.5 text-small text-text-muted">
          <Icon of={flowIcon(flow)} size={14} className="text-text-subtle" />
          {awaitsImport ? (
            <span className="text-warning-text">Import interrupted</span>
          ) : (
            flowType(flow.type).label
          )}
          <span aria-hidden="true">·</span>
          <LastMoment flow={flow} />
          <AnswerCount flow={flow} opens={opens} />
          {flow.settings.disabledForm && <Badge>Closed</Badge>}
        </p>
      </div>
      <span className="absolute end-2 top-30 flex rounded-full">
        <SharedWith flow={flow} />
      </span>
      <div className={`absolute start-2 top-2 z-1 rounded-sm ${selected || selecting ? '' : quiet}`}>
        <FlowCheckbox flow={flow} selected={selected} onSelect={on.onSelect} />
      </div>
      <div className={`absolute end-2 top-2 z-1 flex rounded-md bg-raised shadow-1 ${quiet}`}>
        {opens && <StarButton flow={flow} />}
        <FlowMenuButton flow={flow} onMenu={on.onMenu} />
      </div>
    </li>
  );
}
