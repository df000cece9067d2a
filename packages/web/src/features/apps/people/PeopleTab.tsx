import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner, Button, EmptyState, Skeleton, TextInput } from '@weft/ui';
import { CloudOff, Search, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../error-text.ts';
import { paths } from '../../../paths.ts';
import { useDebounced } from '../../../shell/use-debounced.ts';
import { type AppEditing, tableNamed } from '../app-editing.ts';
import { sourceOf } from '../app-queries.ts';
import type { AppState } from '../app-session.ts';
import { InvitePerson } from './InvitePerson.tsx';
import { PersonRow } from './PersonRow.tsx';
import { peopleQuery } from './people-queries.ts';

interface PeopleTabProps {
  readonly editing: AppEditing;
  readonly state: AppState;
}

const linkLook =
  'inline-flex h-(--w-control-md) items-center rounded-md border border-line-control bg-surface px-3 font-medium text-base hover:border-text-subtle';

/** Who may sign in to the app: records of its table of people, which are invited, blocked and let in again here. */
export function PeopleTab({ editing, state }: PeopleTabProps) {
  const { session, app, content } = editing;
  const { flowId } = session;
  const [text, setText] = useState('');
  const [inviting, setInviting] = useState(false);
  const search = useDebounced(text.trim(), 200);
  const found = useInfiniteQuery(peopleQuery(editing, search));
  const table = tableNamed(editing, app.users?.tableId ?? null);
  const base = sourceOf(content);
  const { sendsMail, published, canEdit } = state;
  const whyNoInvitation = !sendsMail
    ? 'This server sends no mail yet: set SMTP_URL'
    : published === null
      ? 'Publish the app first: there is nothing to sign in to yet'
      : null;
  if (app.users === null)
    return (
      <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
        <EmptyState
          icon={Users}
          title="Nobody signs in to this app"
          text={
            base === null
              ? 'Connect a database first: a table of it holds the people who sign in.'
              : 'Choose the table that holds the people who may sign in: those with an email address in it.'
          }
          action={
            <Link to={paths.appEditor(flowId, base === null ? 'data' : 'settings')} className={linkLook}>
              {base === null ? 'Connect database' : 'Choose the table'}
            </Link>
          }
        />
      </div>
    );
  const { data, error, hasNextPage, isFetchingNextPage, isPlaceholderData } = found;
  const people = data?.pages.flatMap((page) => page.people);
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div className="flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div className="mx-auto flex max-w-180 flex-col gap-4">
        <div className="flex flex-wrap items-center gap-2">
          <TextInput
            type="search"
            icon={Search}
            className="min-w-52 flex-1"
            aria-label="Search people"
            placeholder="Search by name or email"
            maxLength={200}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          {canEdit && (
            <Button
              variant="primary"
              icon={UserPlus}
              disabled={whyNoInvitation !== null}
              title={whyNoInvitation ?? undefined}
              onClick={() => setInviting(true)}
            >
              Invite
            </Button>
          )}
        </div>
        {whyNoInvitation !== null && (
          <Banner tone={sendsMail ? 'info' : 'warning'}>
            {sendsMail
              ? 'People can be invited once the app is published.'
              : 'People are invited and sign in by mail, and this server sends none yet: set SMTP_URL.'}
          </Banner>
        )}
        <p className="text-base text-text-muted">
          <span role="status">
            {data !== undefined &&
              `${total.toLocaleString('en')} ${total === 1 ? 'person' : 'people'}${search === '' ? '' : ' found'}. `}
          </span>
          {table !== undefined &&
            base !== null &&
            `Names${app.users.roleFieldId === undefined ? ' and addresses' : ', addresses and roles'} are records of ${table.name}. `}
          {table !== undefined && base !== null && (
            <Link to={paths.database(base)} className="text-accent-text underline underline-offset-2">
              Open the database
            </Link>
          )}
        </p>
        {people === undefined && error === null && <Skeleton className="h-40" />}
        {people === undefined && error !== null && (
          <EmptyState
            icon={CloudOff}
            title="Couldn’t load the people"
            text={errorText(error)}
            action={<Button onClick={() => void found.refetch()}>Try again</Button>}
          />
        )}
        {people?.length === 0 && (
          <EmptyState
            icon={Users}
            title={search === '' ? 'Nobody yet' : 'Nobody is found'}
            text={
              search === ''
                ? `Whoever has an email address in ${table?.name ?? 'the table of people'} may sign in.`
                : 'No name and no address has these letters.'
            }
          />
        )}
        {people !== undefined && people.length > 0 && (
          <ul
            aria-label="People"
            aria-busy={isPlaceholderData}
            className="divide-y divide-line-subtle rounded-lg border"
          >
            {people.map((person) => (
              <PersonRow key={person.recordId} {...{ flowId, person, canEdit, whyNoInvitation }} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="flex flex-col items-center gap-2">
            {error !== null && !isFetchingNextPage && (
              <p role="alert" className="text-base text-danger-text">
                {errorText(error)}
              </p>
            )}
            <Button loading={isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </div>
      {inviting && table !== undefined && (
        <InvitePerson
          flowId={flowId}
          tableName={table.name}
          hasNames={app.users.nameFieldId !== undefined}
          onClose={() => setInviting(false)}
        />
      )}
    </div>
  );
}
