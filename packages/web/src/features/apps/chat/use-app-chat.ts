import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@weft/protocol';
import { AppError } from '@weft/std';
import { toast } from '@weft/ui';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { newId } from '../../../session/new-id.ts';
import type { AppSession, AppState } from '../app-session.ts';

export type Turn = CallOutput<'apps.turns'>['turns'][number];

/** The app that a proposal would make. */
export interface Proposal extends CallOutput<'apps.proposal'> {
  readonly turnId: string;
}

interface Asking {
  readonly text: string;
  readonly seconds: number;
  /** What of the reply has come. */
  readonly said: string;
}

/** Why a request had no answer. Sent again under its id, it is answered once. */
interface Unanswered {
  readonly turnId: string;
  readonly text: string;
  readonly why: string;
}

/** What was said about the app, and what is being asked now. */
export interface AppChat {
  /** The server has a language model. */
  readonly isThere: boolean;
  /** The oldest first; undefined: they are not read yet. */
  readonly turns: readonly Turn[] | undefined;
  readonly error: unknown;
  readonly reread: () => void;
  /** What is being written, kept while another tab of the panel is looked at. */
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  readonly asking: Asking | null;
  readonly unanswered: Unanswered | null;
  readonly ask: () => void;
  readonly retry: () => void;
  /** Ends the request; what was asked can be written on. */
  readonly cancel: () => void;
  /** The proposal whose app is to be seen; null: the app as it is. */
  readonly looked: string | null;
  readonly look: (turnId: string | null) => void;
  /** What of it has come. */
  readonly proposal: Proposal | null;
  /** Why it cannot be seen. */
  readonly lookError: unknown;
  /** What would keep the app from being published with the proposal; undefined: it is not known yet. */
  readonly problemsOf: (turnId: string) => readonly string[] | undefined;
  /** The proposal that is being applied or discarded. */
  readonly settling: string | null;
  readonly apply: (turnId: string) => void;
  readonly discard: (turnId: string) => void;
}

const turnsKey = (flowId: string) => ['app-turns', flowId];

export function useAppChat(session: AppSession, state: AppState): AppChat {
  const { flowId } = session;
  const cache = useQueryClient();
  const isThere = state.hasChat;
  const { data, error, refetch } = useQuery({
    queryKey: turnsKey(flowId),
    enabled: state.phase === 'open' && state.canEdit && isThere,
    queryFn: async () => (await session.turns()).turns,
  });
  const [draft, setDraft] = useState('');
  const [asking, setAsking] = useState<Asking | null>(null);
  const [unanswered, setUnanswered] = useState<Unanswered | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const [settling, setSettling] = useState<string | null>(null);
  const [looking, setLooking] = useState<string | null>(null);
  const request = useRef<AbortController | null>(null);
  useEffect(() => () => request.current?.abort(), []);
  const isOpen = (turnId: string | null) =>
    data?.some(({ id, state: now }) => id === turnId && now === 'proposed') === true;
  const looked = isOpen(looking) ? looking : null;
  const last = data?.findLast(({ state: now }) => now === 'proposed')?.id ?? null;
  const asked = looked ?? last;
  const {
    data: proposal = null,
    error: lookError,
    refetch: lookAgain,
  } = useQuery({
    queryKey: ['app-proposal', flowId, asked],
    enabled: asked !== null && state.phase === 'open' && state.canEdit && isThere,
    retry: false,
    queryFn: async (): Promise<Proposal> => {
      const turnId = asked ?? '';
      await session.saved();
      return { turnId, ...(await session.proposal(turnId)) };
    },
  });
  // What it would make depends on the app as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew when the draft changes
  useEffect(() => {
    if (looked !== null) void lookAgain();
  }, [looked, state.content]);
  const keep = (turn: Turn) =>
    cache.setQueryData<readonly Turn[]>(turnsKey(flowId), (turns = []) => [
      ...turns.filter(({ id }) => id !== turn.id),
      turn,
    ]);
  const send = async (turnId: string, text: string) => {
    const stop = new AbortController();
    request.current = stop;
    const { signal } = stop;
    setUnanswered(null);
    setAsking({ text, seconds: 0, said: '' });
    let isAnswered = false;
    try {
      // What is proposed is proposed for what the person sees.
      await session.saved();
      for await (const event of session.chat(turnId, text, signal)) {
        if (signal.aborted) return;
        if (event.kind === 'working') setAsking({ text, seconds: event.seconds, said: event.said ?? '' });
        else {
          isAnswered = true;
          keep(event.turn);
          setProblems((known) => new Map([...known, [turnId, event.problems]]));
          if (event.turn.state === 'proposed') setLooking(turnId);
        }
      }
      // A server that stops ends its streams.
      if (!isAnswered && !signal.aborted)
        throw new AppError('unavailable', 'The server has ended the request. Try again in a moment.');
    } catch (cause) {
      if (!signal.aborted) setUnanswered({ turnId, text, why: errorText(cause) });
    }
    if (!signal.aborted) setAsking(null);
  };
  const settle = async (turnId: string, to: Extract<Turn['state'], 'applied' | 'discarded'>) => {
    if (settling !== null) return;
    setSettling(turnId);
    try {
      await (to === 'applied' ? session.applyTurn(turnId) : session.discardTurn(turnId));
      cache.setQueryData<readonly Turn[]>(turnsKey(flowId), (turns) =>
        turns?.map((turn) => (turn.id === turnId ? { ...turn, state: to } : turn)),
      );
      if (to === 'applied') {
        // It may have added tables and fields to the database.
        void cache.invalidateQueries({ queryKey: ['app-tables', flowId] });
        toast('Changes applied', { action: { label: 'Undo', onSelect: session.undo } });
      }
    } catch (cause) {
      toast(errorText(cause), { tone: 'error' });
      void refetch();
    } finally {
      setSettling(null);
    }
  };
  return {
    ...{ isThere, turns: data, error, draft, setDraft, asking, unanswered, settling },
    reread: () => void refetch(),
    ask: () => {
      const text = draft.trim();
      if (text === '' || asking !== null) return;
      setDraft('');
      void send(newId('trn'), text);
    },
    retry: () => {
      if (unanswered !== null && asking === null) void send(unanswered.turnId, unanswered.text);
    },
    cancel: () => {
      request.current?.abort();
      if (asking !== null && draft.trim() === '') setDraft(asking.text);
      setAsking(null);
    },
    ...{ looked, lookError, proposal: proposal?.turnId === looked ? proposal : null },
    look: setLooking,
    problemsOf: (turnId) =>
      (proposal?.turnId === turnId ? proposal.problems : undefined) ?? problems.get(turnId),
    apply: (turnId) => void settle(turnId, 'applied'),
    discard: (turnId) => void settle(turnId, 'discarded'),
  };
}
