import type { DragEvent } from 'react';
import type { Flow, Workspace } from '../../api.ts';

/** What a flow is given wherever home lists it, as a card or as a row. */
export interface FlowItemProps {
  readonly flow: Flow;
  /** Where it lies; undefined: in Home, or in a workspace one does not see. */
  readonly workspace: Workspace | undefined;
  /** In the trash nothing opens. */
  readonly opens: boolean;
  /** On the page of scheduling, the host stands for the owner, and the kind of the event is told. */
  readonly byHost: boolean;
  readonly selected: boolean;
  /** Anything is: then every checkbox shows. */
  readonly selecting: boolean;
  readonly onSelect: (withShift: boolean) => void;
  /** Opens its menu beside an element, or where the pointer is. */
  readonly onMenu: (at: { readonly getBoundingClientRect: () => DOMRect }) => void;
  readonly onDragStart: (event: DragEvent) => void;
}

/** The columns of the table, from where there is room for some, and for all of them. */
export const wideColumns = {
  home: 'sm:grid-cols-[28px_1fr_120px_32px_32px] min-[1100px]:grid-cols-[28px_1fr_156px_116px_248px_32px_32px]',
  byHost:
    'sm:grid-cols-[28px_1fr_200px_32px_32px] min-[1100px]:grid-cols-[28px_1fr_188px_116px_296px_32px_32px]',
} as const;

/** Where the pointer is, as something a menu can hang on. */
export const pointOf = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => ({
  getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0),
});

/** A finger that rests on an item selects it; where there is nothing finer than a finger, none is dragged. */
export const canDrag = matchMedia('(any-pointer: fine)').matches;
