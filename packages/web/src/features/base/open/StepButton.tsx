import { IconButton, shortcut, Tooltip } from '@weft/ui';
import { Redo2, Undo2 } from 'lucide-react';
import type { BaseSession, BaseState } from './base-session.ts';

const words = { undo: 'Undo', redo: 'Redo' } as const;
const keys = { undo: shortcut('Z'), redo: shortcut('Z', { shift: true }) } as const;
const icons = { undo: Undo2, redo: Redo2 } as const;

/** The undo or redo button; its tooltip names the step, where it is known. */
export function StepButton({
  way,
  session,
  state,
}: {
  readonly way: 'undo' | 'redo';
  readonly session: BaseSession;
  readonly state: BaseState;
}) {
  const step = state.next[way];
  return (
    <Tooltip content={step === null ? words[way] : `${words[way]}: ${step}`} keys={keys[way]}>
      <IconButton
        plain
        icon={icons[way]}
        label={words[way]}
        disabled={state.spent[way]}
        onClick={() => void session[way]()}
      />
    </Tooltip>
  );
}
