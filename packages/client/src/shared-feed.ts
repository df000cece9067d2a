import type { LogEvent } from '@weft/protocol';
import { AppError, type ErrorKind } from '@weft/std';
import type { After } from './after.ts';
import type { Locks } from './browser-locks.ts';
import { CatchUp } from './catch-up.ts';
import { Lead } from './lead.ts';
import { LeaderWatch } from './leader-watch.ts';
import { RecentEvents } from './recent-events.ts';
import type { FeedHandlers, Transport } from './transport.ts';

/** What one tab says to the others; all but 'want' are said by the tab that leads. */
export type FeedMessage =
  | { readonly kind: 'want'; readonly since: number }
  /** `events` are those after `since`; null where that reaches further back than the leading tab remembers. */
  | {
      readonly kind: 'here';
      readonly seq: number;
      readonly online: boolean | null;
      readonly since: number;
      readonly events: readonly LogEvent[] | null;
    }
  | { readonly kind: 'event'; readonly event: LogEvent }
  | { readonly kind: 'online'; readonly online: boolean }
  | { readonly kind: 'refused'; readonly error: { readonly kind: ErrorKind; readonly message: string } };

/** A way to every other tab; the browser's BroadcastChannel. */
interface FeedChannel {
  readonly post: (message: FeedMessage) => void;
  readonly close: () => void;
}

export interface SharedFeedWorld {
  readonly locks: Locks;
  readonly after: After;
  readonly channel: (name: string, onMessage: (message: FeedMessage) => void) => FeedChannel;
  /** Tells when this page is about to sleep (false), and when it is back or looked at again (true). */
  readonly onAwake: (listener: (awake: boolean) => void) => () => void;
  /** The stream the leading tab opens. */
  readonly stream: Transport['follow'];
  /** The short stream of a tab that missed more than the leading one remembers. */
  readonly catchUp: Transport['follow'];
}

/**
 * The feed of a base through one stream for all tabs of a browser. `scope` names whose tabs they are: people who sign
 * in one after the other share nothing.
 */
export function shareFeed(scope: string, world: SharedFeedWorld): Transport['follow'] {
  return (basePublicId, sinceSeq, handlers) => {
    const member = new FeedMember(`${scope}.${basePublicId}`, basePublicId, sinceSeq, handlers, world);
    return () => member.close();
  };
}

/**
 * One tab among those that follow a base. All wait for one lock; who holds it leads: opens the stream and tells the
 * others each event. The lock passes on by itself when the leading tab closes, and is taken from one that does not
 * answer. Every tab knows the last event it has, so nothing is missed or done twice whoever leads: events are given
 * on in order, what is behind is dropped, and a gap is asked for.
 */
class FeedMember {
  readonly #base: string;
  readonly #handlers: FeedHandlers;
  readonly #world: SharedFeedWorld;
  readonly #recent: RecentEvents;
  readonly #channel: FeedChannel;
  readonly #stopWatching: () => void;
  readonly #place: Lead;
  readonly #leader: LeaderWatch;
  readonly #catchUp: CatchUp;
  #last: number;
  #online: boolean | null = null;
  #state: 'follows' | 'leads' | 'sleeps' | 'closed' = 'follows';
  #stopStream = () => {};

  constructor(name: string, base: string, sinceSeq: number, handlers: FeedHandlers, world: SharedFeedWorld) {
    this.#base = base;
    this.#last = sinceSeq;
    this.#recent = new RecentEvents(sinceSeq);
    this.#handlers = handlers;
    this.#world = world;
    this.#place = new Lead(world.locks, name, {
      onLead: () => this.#lead(),
      onTaken: () => {
        this.#stopStream();
        this.#join();
      },
    });
    this.#leader = new LeaderWatch(world.after, {
      onAsk: () => this.#channel.post({ kind: 'want', since: this.#last }),
      onSilent: () => this.#place.seek({ steal: true }),
    });
    this.#catchUp = new CatchUp({
      follow: (since, of) => world.catchUp(base, since, of),
      onEvent: (event) => this.#take(event),
      onRefused: (error) => this.#refuse(error),
    });
    this.#channel = world.channel(name, (message) => this.#hear(message));
    this.#stopWatching = world.onAwake((awake) => (awake ? this.#wake() : this.#sleep()));
    this.#join();
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#stopWatching();
    this.#stopAll();
    this.#channel.close();
  }

  #stopAll(): void {
    this.#stopStream();
    this.#place.leave();
    this.#stopFollowing();
  }

  #stopFollowing(): void {
    this.#catchUp.stop();
    this.#leader.end();
  }

  /** A sleeping page hears and tells nothing: another must lead meanwhile. */
  #sleep(): void {
    if (this.#state === 'closed') return;
    this.#state = 'sleeps';
    this.#stopAll();
  }

  #wake(): void {
    if (this.#state === 'sleeps') this.#join();
    else if (this.#state === 'follows') this.#leader.ask();
  }

  /** Waits for its turn to lead, and asks who leads now for what it has missed. */
  #join(): void {
    this.#state = 'follows';
    this.#place.seek();
    this.#leader.begin();
  }

  #lead(): void {
    this.#stopFollowing();
    this.#state = 'leads';
    this.#post({ kind: 'here', since: this.#last, events: [] });
    this.#stopStream = this.#world.stream(this.#base, this.#last, {
      onEvent: (event) => {
        if (!this.#take(event)) return;
        this.#channel.post({ kind: 'event', event });
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

  #post(message: Omit<FeedMessage & { kind: 'here' }, 'seq' | 'online'>): void {
    this.#channel.post({ ...message, seq: this.#last, online: this.#online });
  }

  #hear(message: FeedMessage): void {
    if (this.#state === 'closed' || this.#state === 'sleeps') return;
    if (message.kind === 'want') {
      if (this.#state !== 'leads') return;
      this.#post({ kind: 'here', since: message.since, events: this.#recent.after(message.since) });
      return;
    }
    if (message.kind === 'refused') {
      this.#refuse(new AppError(message.error.kind, message.error.message));
      return;
    }
    // What a tab that has just lost the lead still says is true, but this one has a stream of its own.
    if (this.#state === 'leads') return;
    this.#leader.hear({ answer: message.kind === 'here' });
    switch (message.kind) {
      case 'event':
        if (message.event.seq <= this.#last + 1) this.#take(message.event);
        else this.#fallBehind(message.event.seq);
        return;
      case 'here':
        this.#hearAnswer(message);
        return;
      case 'online':
        this.#setOnline(message.online);
    }
  }

  #hearAnswer({ seq, online, since, events }: FeedMessage & { kind: 'here' }): void {
    if (online !== null) this.#setOnline(online);
    if (since <= this.#last) for (const event of events ?? []) this.#take(event);
    if (this.#last >= seq) return;
    // An answer to another tab leaves open whether the leading one remembers what is missing here.
    if (since === this.#last && events === null) this.#catchUp.run(this.#last, seq);
    else this.#fallBehind(seq);
  }

  /** Hands an event on, once and in order; false when it was known. */
  #take(event: LogEvent): boolean {
    if (event.seq <= this.#last) return false;
    this.#last = event.seq;
    this.#recent.add(event);
    this.#handlers.onEvent(event);
    return true;
  }

  #fallBehind(seq: number): void {
    if (this.#catchUp.running) this.#catchUp.run(this.#last, seq);
    else if (!this.#leader.asking) this.#leader.ask();
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
