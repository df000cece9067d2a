import { Button, EmptyState, IconButton, Skeleton, Spinner } from '@weft/ui';
import { ArrowUp, Sparkles, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { errorText } from '../../../error-text.ts';
import { RetryBanner } from '../../../shell/RetryBanner.tsx';
import { Asked, ChatTurn } from './ChatTurn.tsx';
import type { AppChat } from './use-app-chat.ts';

const longest = 4_000;

/** Changes of the app that are asked for in words: each is proposed first, and made once somebody says so. */
export function ChatPanel({ chat }: { readonly chat: AppChat }) {
  const { turns, asking, unanswered } = chat;
  const box = useRef<HTMLTextAreaElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const last = turns?.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is said last is brought into sight
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [turns?.length, last?.state, asking === null, asking?.said, unanswered]);
  useEffect(() => box.current?.focus(), []);
  if (!chat.isThere)
    return (
      <div className="p-4">
        <EmptyState
          icon={Sparkles}
          title="No AI service"
          text="Ask whoever runs this server to set AI_BASE_URL: then the app can be changed in words here. Everything can be built without it too."
        />
      </div>
    );
  return (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto p-4">
        {turns === undefined && chat.error === null && <Skeleton className="h-24" />}
        {turns === undefined && chat.error !== null && (
          <RetryBanner tone="danger" onRetry={chat.reread}>
            {errorText(chat.error)}
          </RetryBanner>
        )}
        {turns?.length === 0 && asking === null && unanswered === null && (
          <EmptyState
            icon={Sparkles}
            title="Ask for a change"
            text="A page, a block, a rule, a table: say what you want. You see what would change before anything does."
          />
        )}
        <ul className="flex flex-col gap-6">
          {turns?.map((turn) => (
            <ChatTurn key={turn.id} {...{ turn, chat }} />
          ))}
        </ul>
        {asking !== null && (
          <div className="mt-6 flex flex-col gap-3">
            <Asked>{asking.text}</Asked>
            {asking.said !== '' && <p className="whitespace-pre-wrap break-words text-base">{asking.said}</p>}
            <div className="flex items-center gap-2 text-base text-text-muted">
              <Spinner />
              <span role="status">Working on it</span>
              <span aria-hidden="true" className="flex-1 tabular-nums">
                {asking.seconds > 0 && `${asking.seconds} s`}
              </span>
              <Button size="sm" onClick={chat.cancel}>
                Cancel
              </Button>
            </div>
          </div>
        )}
        {unanswered !== null && (
          <div className="mt-6 flex flex-col gap-3">
            <Asked>{unanswered.text}</Asked>
            <RetryBanner tone="danger" onRetry={chat.retry}>
              {unanswered.why}
            </RetryBanner>
          </div>
        )}
        <div ref={end} />
      </div>
      <form
        className="shrink-0 border-t p-4"
        onSubmit={(event) => {
          event.preventDefault();
          chat.ask();
        }}
      >
        <div className="rounded-md border border-line-strong bg-surface focus-within:border-focus focus-within:outline focus-within:outline-focus">
          <textarea
            ref={box}
            rows={1}
            aria-label="Ask for a change"
            placeholder={
              last?.state === 'proposed'
                ? 'Ask for a change, or say what to do differently'
                : 'Ask for a change'
            }
            className="field-sizing-content block max-h-48 min-h-9 w-full resize-none bg-transparent px-2.5 pt-2 text-base outline-none placeholder:text-text-subtle"
            maxLength={longest}
            value={chat.draft}
            onChange={({ target }) => chat.setDraft(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              chat.ask();
            }}
          />
          <div className="flex items-center gap-2 ps-2.5 pe-1 pb-1">
            <p className="flex-1 text-small text-text-subtle">Changes are shown before they’re applied</p>
            {asking === null ? (
              <IconButton
                plain
                type="submit"
                size="sm"
                icon={ArrowUp}
                label="Send"
                disabled={chat.draft.trim() === ''}
              />
            ) : (
              <IconButton plain size="sm" icon={Square} label="Cancel the request" onClick={chat.cancel} />
            )}
          </div>
        </div>
      </form>
    </div>
  );
}
