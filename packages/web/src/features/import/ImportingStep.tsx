import type { ImportPhase } from '@weft/protocol';
import { Banner, ProgressBar } from '@weft/ui';
import { countOf } from './counts.ts';
import type { ImportingState, InterruptedState } from './import-states.ts';
import { useArrival } from './use-arrival.ts';

const phaseTexts: { readonly [phase in ImportPhase]: string } = {
  connecting: 'Connecting…',
  structure: 'Creating fields…',
  importing: 'Importing records…',
  complete: 'Finishing…',
};

/** 'Importing from CSV': the phase, a bar and the records counted up; or that it stands still, and why. */
export function ImportingStep({ state }: { readonly state: ImportingState | InterruptedState }) {
  return state.at === 'importing' ? <Progress state={state} /> : <Interrupted state={state} />;
}

function Interrupted({ state }: { readonly state: InterruptedState }) {
  const place = useArrival<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-3 pt-1 pb-2 outline-none">
      <Banner tone="warning">
        <p className="font-semibold">{state.interruption.why}</p>
        {state.interruption.next}
      </Banner>
    </div>
  );
}

function Progress({ state }: { readonly state: ImportingState }) {
  const place = useArrival<HTMLDivElement>();
  const { total, done, order } = state;
  const sheets = done.length + 1 + (order?.moreSheets?.length ?? 0);
  const running = state.phase === 'importing' || state.phase === 'complete';
  const share = state.phase === 'complete' ? 1 : running && total > 0 ? state.imported / total : null;
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-3 pt-1 pb-2 outline-none">
      <p role="status" className="font-medium text-body">
        {state.cancel === 'cancelling' ? 'Cancelling…' : phaseTexts[state.phase]}
      </p>
      <ProgressBar value={share} label={`Importing ${state.tableName}`} />
      <p className="flex justify-between gap-4 text-base text-text-muted tabular-nums">
        <span className="truncate">
          {sheets > 1 && `Sheet ${done.length + 1} of ${sheets}: `}
          {state.tableName}
        </span>
        <span className="shrink-0">
          {total === 0 ? '' : `${state.imported.toLocaleString()} of ${countOf(total, 'record')}`}
        </span>
      </p>
    </div>
  );
}
