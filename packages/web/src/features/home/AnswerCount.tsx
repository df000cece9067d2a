import { Link } from '@tanstack/react-router';
import { Badge } from '@weft/ui';
import type { Flow } from '../../api.ts';
import { paths } from '../../paths.ts';
import { answerCount, answerText, unreadText } from './answer-count.ts';

interface AnswerCountProps {
  readonly flow: Flow;
  /** In the trash nothing opens: the number is no link there. */
  readonly opens: boolean;
  /** The number alone, where there is no room for more. */
  readonly short?: boolean;
}

/** How many answers or bookings a form has taken, and how many nobody has seen, as a link to them. */
export function AnswerCount({ flow, opens, short = false }: AnswerCountProps) {
  const text = answerText(flow.submissions, flow.scheduling === null ? 'response' : 'booking');
  if (text === null) return null;
  const unread = unreadText(flow.unreadCount);
  const counted = (
    <Badge>
      {short ? (
        <>
          <span aria-hidden="true">{answerCount(flow.submissions)}</span>
          <span className="sr-only">{text}</span>
        </>
      ) : (
        text
      )}
    </Badge>
  );
  const badge =
    unread === null ? (
      counted
    ) : (
      <span className="inline-flex gap-1">
        {counted}
        <Badge tone="accent">{unread}</Badge>
      </span>
    );
  if (!opens) return badge;
  return (
    <Link
      to={paths.editor(flow.publicIdentifier, 'results')}
      aria-label={`${flow.name}: ${text}${unread === null ? '' : `, ${unread}`}`}
      draggable={false}
      className="relative z-1 inline-flex shrink-0 rounded-sm hover:underline"
    >
      {badge}
    </Link>
  );
}
