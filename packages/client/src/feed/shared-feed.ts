import { AppError, type ErrorKind } from '@weft/std';
import type { After } from '../transport/timers.ts';
import type { FeedEvent, FeedHandlers, Follow, PresentIn } from '../transport/transport.ts';
import { FeedCatchUp, RecentEvents } from './catch-up.ts';
import { LeaderElection, LeaderMonitor, type Locks } from './leader-election.ts';

/** What one tab sends to the others; all but 'want', a ping that asks for missed events, are sent by the leader. */
export type FeedMessage<E extends FeedEvent> =
  | { readonly kind: 'want'; readonly since: number }
  /** Answers 'want': `events` after `since`; null where that is older than the leader's buffer. */
  | {
      readonly kind: 'here';
      readonly seq: number;
      readonly online: boolean | null;
      readonly since: number;
      readonly events: readonly E[] | null;
      readonly present: readonly PresentIn<E>[];
    }
  | { readonly kind: 'event'; readonly event: E }
  | { readonly kind: 'present'; readonly people: readonly PresentIn<E>[] }
  | { readonly kind: 'online'; readonly online: boolean }
  | { readonly kind: 'refused'; readonly error: { readonly kind: ErrorKind; readonly message: string } };

/** The browser's BroadcastChannel: to every other tab. */
interface FeedChannel<E extends FeedEvent> {
  readonly post: (message: FeedMessage<E>) => void;
  readonly close: () => void;
}

export interface SharedFeedDeps<E extends FeedEvent> {
  readonly locks: Locks;
  readonly after: After;
  readonly channel: (name: string, onMessage: (message: FeedMessage<E>) => void) => FeedChannel<E>;
  /** Called when the page is about to be suspended (false), and when it is resumed or visible again (true). */
  readonly onAwake: (listener: (awake: boolean) => void) => () => void;
  /** The leader's stream. */
  readonly stream: Follow<E>;
  /** The short-lived stream of a tab that missed more than the leader's buffer holds. */
  readonly catchUp: Follow<E>;
}

/**
 * A feed through one stream for all tabs of a browser. `scope` names the person: people who sign in one
 * after the other share nothing.
 */
export function shareFeed<E extends FeedEvent>(scope: string, deps: SharedFeedDeps<E>): Follow<E> {
  return (id, sinceSeq, handlers) => {
    const member = new FeedMember(`${scope}.${id}`, id, sinceSeq, handlers, deps);
    return () => member.close();
  };
}

/**
 * One tab among those that follow a base, or an organization's list. The leader, which holds a lock, opens the stream and broadcasts each event; the
 * lock passes on when its tab closes, and is stolen from one that does not answer. Every tab knows the seq of its last
 * event, so that nothing is missed or handled twice whoever leads: events are handled in order, duplicates are dropped,
 * and a gap is asked for.
 */
class FeedMember<E extends FeedEvent> {
  readonly #id: string;
  readonly #handlers: FeedHandlers<E>;
  readonly #deps: SharedFeedDeps<E>;
  readonly #recent: RecentEvents<E>;
  readonly #channel: FeedChannel<E>;
  readonly #unsubscribe: () => void;
  readonly #election: LeaderElection;
  readonly #monitor: LeaderMonitor;
  readonly #catchUp: FeedCatchUp<E>;
  #last: number;
  #online: boolean | null = null;
  #present: readonly PresentIn<E>[] = [];
  #state: 'follows' | 'leads' | 'suspended' | 'closed' = 'follows';
  #stopStream = () => {};

  constructor(
    name: string,
    id: string,
    sinceSeq: number,
    handlers: FeedHandlers<E>,
    deps: SharedFeedDeps<E>,
  ) {
    this.#id = id;
    this.#last = sinceSeq;
    this.#recent = new RecentEvents(sinceSeq);
    this.#handlers = handlers;
    this.#deps = deps;
    this.#election = new LeaderElection(deps.locks, name, {
      onElected: () => this.#lead(),
      onDeposed: () => {
        this.#stopStream();
        this.#join();
      },
    });
    this.#monitor = new LeaderMonitor(deps.after, {
      onPing: () => this.#channel.post({ kind: 'want', since: this.#last }),
      onTimeout: () => this.#election.join({ steal: true }),
    });
    this.#catchUp = new FeedCatchUp({
      follow: (since, of) => deps.catchUp(id, since, of),
      onEvent: (event) => this.#handle(event),
      onRefused: (error) => this.#refuse(error),
    });
    this.#channel = deps.channel(name, (message) => this.#onMessage(message));
    this.#unsubscribe = deps.onAwake((awake) => (awake ? this.#resume() : this.#suspend()));
    this.#join();
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#unsubscribe();
    this.#stopAll();
    this.#channel.close();
  }

  #stopAll(): void {
    this.#stopStream();
    this.#election.leave();
    this.#stopFollowing();
  }

  #stopFollowing(): void {
    this.#catchUp.stop();
    this.#monitor.stop();
  }

  /** A suspended page runs no code: another must lead meanwhile. */
  #suspend(): void {
    if (this.#state === 'closed') return;
    this.#state = 'suspended';
    this.#stopAll();
  }

  #resume(): void {
    if (this.#state === 'suspended') this.#join();
    else if (this.#state === 'follows') this.#monitor.ping();
  }

  /** Queues for the lead, and asks the present leader for missed events. */
  #join(): void {
    this.#state = 'follows';
    this.#election.join();
    this.#monitor.start();
  }

  #lead(): void {
    this.#stopFollowing();
    this.#state = 'leads';
    this.#post({ kind: 'here', since: this.#last, events: [] });
    this.#stopStream = this.#deps.stream(this.#id, this.#last, {
      onEvent: (event) => {
        if (!this.#handle(event)) return;
        this.#channel.post({ kind: 'event', event });
      },
      onPresent: (people) => {
        this.#setPresent(people);
        this.#channel.post({ kind: 'present', people });
      },
      onOnline: (online) => {
        this.#setOnline(online);
        this.#channel.post({ kind: 'online', online });
      },
      onRefused: (error) => {
        this.#channel.post({ kind: 'refused', error: { kind: error.kind, message: error.message } });
        this.#refuse(error);
      },
    });
  }

  #post(message: Omit<FeedMessage<E> & { kind: 'here' }, 'seq' | 'online' | 'present'>): void {
    this.#channel.post({ ...message, seq: this.#last, online: this.#online, present: this.#present });
  }

  #onMessage(message: FeedMessage<E>): void {
    if (this.#state === 'closed' || this.#state === 'suspended') return;
    if (message.kind === 'want') {
      if (this.#state !== 'leads') return;
      this.#post({ kind: 'here', since: message.since, events: this.#recent.after(message.since) });
      return;
    }
    if (message.kind === 'refused') {
      this.#refuse(new AppError(message.error.kind, message.error.message));
      return;
    }
    // A message of the tab that has just lost the lead: this one has a stream of its own.
    if (this.#state === 'leads') return;
    this.#monitor.heard({ answer: message.kind === 'here' });
    switch (message.kind) {
      case 'event':
        if (message.event.seq <= this.#last + 1) this.#handle(message.event);
        else this.#requestMissing(message.event.seq);
        return;
      case 'here':
        this.#onAnswer(message);
        return;
      case 'present':
        this.#setPresent(message.people);
        return;
      case 'online':
        this.#setOnline(message.online);
    }
  }

  #onAnswer({ seq, online, since, events, present }: FeedMessage<E> & { kind: 'here' }): void {
    this.#setPresent(present);
    if (online !== null) this.#setOnline(online);
    if (since <= this.#last) for (const event of events ?? []) this.#handle(event);
    if (this.#last >= seq) return;
    // An answer to another tab does not tell whether the leader's buffer holds what is missing here.
    if (since === this.#last && events === null) this.#catchUp.run(this.#last, seq);
    else this.#requestMissing(seq);
  }

  /** Handles an event once and in order; false when it was known. */
  #handle(event: E): boolean {
    if (event.seq <= this.#last) return false;
    this.#last = event.seq;
    this.#recent.add(event);
    this.#handlers.onEvent(event);
    return true;
  }

  #requestMissing(seq: number): void {
    if (this.#catchUp.running) this.#catchUp.run(this.#last, seq);
    else if (!this.#monitor.awaitingAnswer) this.#monitor.ping();
  }

  #setPresent(people: readonly PresentIn<E>[]): void {
    this.#present = people;
    this.#handlers.onPresent?.(people);
  }

  #setOnline(online: boolean): void {
    if (online === this.#online) return;
    this.#online = online;
    this.#handlers.onOnline(online);
  }

  #refuse(error: AppError): void {
    this.close();
    this.#handlers.onRefused(error);
  }
}
