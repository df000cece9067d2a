import { can, type FlowVerb, flowType } from '@weft/core';
import { Icon, type IconType } from '@weft/ui';
import { DoorClosed, DoorOpen, FolderInput, RotateCcw, Trash2, X } from 'lucide-react';
import type { Flow } from '../../api.ts';
import { setDisabled } from './flow-changes.ts';
import { factsOf } from './flow-menu.ts';
import { trashFlows } from './flow-moves.ts';

function BarButton(props: { icon: IconType; label: string; onPress: (at: HTMLElement) => void }) {
  return (
    <button
      type="button"
      className="flex h-8 items-center gap-2 rounded-md px-2 font-medium hover:bg-on-inverse/15 focus-visible:outline-on-inverse max-sm:h-11 max-sm:flex-col max-sm:gap-0.5 max-sm:text-micro"
      onClick={(event) => props.onPress(event.currentTarget)}
    >
      <Icon of={props.icon} />
      {props.label}
    </button>
  );
}

export interface SelectionBarProps {
  readonly flows: readonly Flow[];
  readonly trashed: boolean;
  /** They are of organizations that one is not of, whose people say where they lie. */
  readonly outside: boolean;
  readonly onMove: (flows: readonly Flow[], at: HTMLElement) => void;
  readonly onTrash: (flows: readonly Flow[]) => void;
  readonly onClear: () => void;
}

/** What can be done with what is selected: with all of it, or with some while the rest is skipped. */
export function SelectionBar({ flows, trashed, outside, onMove, onTrash, onClear }: SelectionBarProps) {
  const answered = flows.every(({ type }) => flowType(type).isAnswered);
  const may = (verb: FlowVerb) => flows.some((flow) => can(flow.role, verb, factsOf(flow)).ok);
  return (
    <div
      role="toolbar"
      aria-label="Selected items"
      data-selection-bar=""
      className="fixed bottom-[max(24px,env(safe-area-inset-bottom))] left-1/2 z-(--w-z-bar) flex h-12 -translate-x-1/2 items-center gap-1 whitespace-nowrap rounded-lg bg-inverse px-2 text-base text-on-inverse shadow-2 lg:left-[calc(50%+124px)] max-sm:inset-x-2 max-sm:bottom-[max(8px,env(safe-area-inset-bottom))] max-sm:h-16 max-sm:translate-x-0 max-sm:justify-between"
    >
      <span className="px-2 font-medium tabular-nums" aria-live="polite">
        {flows.length} selected
      </span>
      <span aria-hidden="true" className="mx-1 h-5 w-px bg-on-inverse opacity-30 max-sm:hidden" />
      {answered && may('disable') && (
        <>
          <BarButton icon={DoorOpen} label="Open" onPress={() => void setDisabled(flows, false)} />
          <BarButton icon={DoorClosed} label="Close" onPress={() => void setDisabled(flows, true)} />
        </>
      )}
      {trashed && may('restore') && (
        <BarButton
          icon={RotateCcw}
          label="Restore"
          onPress={() => {
            onClear();
            void trashFlows(flows, 'restore');
          }}
        />
      )}
      {!outside && may('move') && (
        <BarButton icon={FolderInput} label="Move" onPress={(at) => onMove(flows, at)} />
      )}
      {!trashed && may('trash') && (
        <BarButton icon={Trash2} label="Move to trash" onPress={() => onTrash(flows)} />
      )}
      <span aria-hidden="true" className="mx-1 h-5 w-px bg-on-inverse opacity-30 max-sm:hidden" />
      <button
        type="button"
        aria-label="Clear the selection"
        className="grid size-8 place-items-center rounded-md hover:bg-on-inverse/15 focus-visible:outline-on-inverse max-sm:size-11"
        onClick={onClear}
      >
        <Icon of={X} />
      </button>
    </div>
  );
}
