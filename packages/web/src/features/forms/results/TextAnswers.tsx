import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallOutput } from '@weft/protocol';
import { Button, Dialog, Skeleton, TextInput } from '@weft/ui';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { rpc } from '../../../rpc.ts';
import { Moment } from '../../../shell/Moment.tsx';
import { useDebounced } from '../../../shell/use-debounced.ts';

type TextAnswer = CallOutput<'forms.textAnswers'>['answers'][number];

interface OfQuestion {
  readonly flowId: string;
  readonly fieldId: string;
  readonly label: string;
}

/** Texts that people answered with, each a link to the whole answer; a dot marks those that nobody has seen. */
function TextList({ flowId, answers }: { readonly flowId: string; readonly answers: readonly TextAnswer[] }) {
  return (
    <ul className="divide-y border-t">
      {answers.map(({ recordId, text, submittedAt, isNew }) => (
        <li key={recordId} className="relative py-2.5 ps-4">
          {isNew && <span className="absolute start-0 top-4.5 size-1.5 rounded-full bg-accent" />}
          <Link
            to={paths.answer(flowId, recordId)}
            className="flex items-baseline gap-3 hover:underline max-sm:flex-col max-sm:gap-0"
          >
            <span
              dir="auto"
              className="wrap-anywhere line-clamp-3 min-w-0 flex-1 whitespace-pre-wrap text-base"
            >
              {isNew && <span className="sr-only">New: </span>}
              {text}
            </span>
            <span className="shrink-0 text-small text-text-muted">
              <Moment at={submittedAt} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The newest texts of a question, and behind a button all of them, to be searched. */
export function NewestTexts({
  answers,
  answered,
  ...question
}: OfQuestion & { readonly answers: readonly TextAnswer[]; readonly answered: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextList flowId={question.flowId} answers={answers} />
      {(answered > answers.length || answers.length === 0) && (
        <Button size="sm" className="mt-2" onClick={() => setOpen(true)}>
          {`Search all ${answered.toLocaleString('en-US')}`}
        </Button>
      )}
      {open && <AllTexts {...question} onClose={() => setOpen(false)} />}
    </>
  );
}

function AllTexts({ flowId, fieldId, label, onClose }: OfQuestion & { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 250);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['form-texts', flowId, fieldId, search],
    queryFn: ({ pageParam }) =>
      rpc.call('forms.textAnswers', {
        ...{ flowId, fieldId },
        ...(search !== '' && { search }),
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  const answers = data?.pages.flatMap((page) => page.answers) ?? [];
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={label}
      minHeight={420}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <TextInput
        type="search"
        aria-label="Search the answers"
        placeholder="Search the answers"
        className="mb-3 w-full"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {error !== null && data === undefined && (
        <p role="alert" className="text-base text-text-muted">
          {errorText(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data === undefined && error === null && <Skeleton className="h-40" />}
      {data !== undefined && answers.length === 0 && !hasNextPage && (
        <p className="text-base text-text-muted">No results found.</p>
      )}
      {answers.length > 0 && <TextList flowId={flowId} answers={answers} />}
      {hasNextPage && (
        <div className="mt-3">
          <Button size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {answers.length === 0 ? 'Search older answers' : 'Show older'}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
