import type { ImportPhase } from '@weft/protocol';
import { Banner, ProgressBar } from '@weft/ui';
import { countOf } from './counts.ts';
import { useArrival } from './use-arrival.ts';
import type { WizardState } from './wizard-state.ts';

const phaseTexts: { readonly [phase in ImportPhase]: string } = {
  connecting: 'Connecting…',
  structure: 'Creating fields…',
  importing: 'Importing records…',
  complete: 'Finishing…',
};

/** 'Importing from CSV': the phase, a bar and the records counted up; or that it stands still, and why. */
export function ImportingStep({ state }: { readonly state: WizardState }) {
  const place = useArrival<HTMLDivElement>();
  const { total } = state;
  const running = state.phase === 'importing' || state.phase === 'complete';
  const share = state.phase === 'complete' ? 1 : running && total > 0 ? state.imported / total : null;
  if (state.interrupted !== null)
    return (
      <div ref={place} tabIndex={-1} className="flex flex-col gap-3 pt-1 pb-2 outline-none">
        <Banner tone="warning">
          <p className="font-semibold">{state.interrupted.why}</p>
          {state.interrupted.next}
        </Banner>
      </div>
    );
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-3 pt-1 pb-2 outline-none">
      <p role="status" className="font-medium text-body">
        {state.cancelling ? 'Cancelling…' : phaseTexts[state.phase]}
      </p>
      <ProgressBar value={share} label={`Importing ${state.tableName}`} />
      <p className="flex justify-between gap-4 text-base text-text-muted tabular-nums">
        <span className="truncate">{state.tableName}</span>
        <span className="shrink-0">
          {total === 0 ? '' : `${state.imported.toLocaleString()} of ${countOf(total, 'record')}`}
        </span>
      </p>
    </div>
  );
}
