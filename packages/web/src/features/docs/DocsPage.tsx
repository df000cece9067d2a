import { Button, EmptyState, Skeleton, TextInput } from '@weft/ui';
import { CloudOff, Search } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Mark } from '../../shell/Mark.tsx';
import { type ApiDocument, findCalls, type Group, groupsOf, isApiDocument } from './api-document.ts';
import { CallSection } from './CallSection.tsx';
import { ProseText } from './ProseText.tsx';

type Loaded = { readonly document: ApiDocument } | { readonly failed: true } | null;

/** What the server says of itself, null on its way; `retry` asks again. */
function useDocument(): { readonly loaded: Loaded; readonly retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded>(null);
  useEffect(() => {
    if (loaded !== null) return;
    const leaving = new AbortController();
    fetch('/openapi.json', { signal: leaving.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error(`The server answered ${response.status}`);
        const document: unknown = await response.json();
        if (!isApiDocument(document)) throw new TypeError('This is no description of the API');
        setLoaded({ document });
      })
      .catch(() => {
        if (!leaving.signal.aborted) setLoaded({ failed: true });
      });
    return () => leaving.abort();
  }, [loaded]);
  return { loaded, retry: () => setLoaded(null) };
}

function Contents({ groups }: { readonly groups: readonly Group[] }) {
  return groups.map(({ name, calls }) => (
    <div key={name} className="mt-4">
      <p aria-hidden="true" className="px-2 pb-1 font-medium text-small text-text-subtle">
        {name}
      </p>
      <ul aria-label={name}>
        {calls.map(({ id, summary }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block truncate rounded-md px-2 py-1 text-base text-text-muted hover:bg-hover hover:text-text max-lg:py-2.5"
              title={summary}
            >
              {summary}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Reference({ document: given }: { readonly document: ApiDocument }) {
  const [search, setSearch] = useState('');
  const [listed, setListed] = useState(false);
  const groups = useMemo(() => groupsOf(given), [given]);
  const found = useMemo(() => findCalls(groups, search), [groups, search]);
  useEffect(() => {
    // The browser looked for the address's place before there was anything on the page.
    const place = window.document.getElementById(decodeURIComponent(location.hash.slice(1)));
    place?.scrollIntoView();
  }, []);
  return (
    <div className="mx-auto flex max-w-360 items-start max-lg:flex-col">
      <div className="sticky top-0 z-10 shrink-0 bg-canvas lg:h-dvh lg:w-70 lg:overflow-y-auto lg:py-6 lg:ps-8 max-lg:w-full max-lg:border-line-subtle max-lg:border-b max-lg:px-4 max-lg:py-2">
        <header className="flex items-center gap-2 lg:px-2">
          <a
            href="/home"
            aria-label="Weft, home"
            className="flex items-center gap-2 rounded-md pointer-coarse:-m-2.5 pointer-coarse:p-2.5"
          >
            <Mark size={24} />
            <span className="font-semibold text-body max-sm:sr-only">Weft</span>
          </a>
          <button
            type="button"
            aria-expanded={listed}
            onClick={() => setListed(!listed)}
            className="ms-auto h-10 rounded-md px-3 font-medium text-base text-text-muted hover:bg-hover lg:hidden"
          >
            {listed ? 'Close contents' : 'Contents'}
          </button>
        </header>
        <nav
          aria-label="Calls"
          className={`lg:block ${listed ? 'max-lg:max-h-[70dvh] max-lg:overflow-y-auto' : 'max-lg:hidden'}`}
          onClick={(event) => {
            if (event.target instanceof HTMLAnchorElement) setListed(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setListed(false);
          }}
        >
          <TextInput
            icon={Search}
            type="search"
            aria-label="Find a call"
            placeholder="Find a call"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="mt-4 lg:mx-2 max-lg:mt-2"
          />
          <Contents groups={found} />
        </nav>
      </div>
      <main className="min-w-0 flex-1 px-8 pb-20 max-sm:px-4 lg:ps-10">
        <header className="pt-8 pb-8 lg:pt-6">
          <h1 className="font-semibold text-display">API reference</h1>
          <div className="mt-3 grid max-w-160 gap-3">
            <ProseText text={given.info.description} className="text-body text-text-muted" />
            <p className="text-body text-text-muted">
              For machines, the same in OpenAPI 3.1:{' '}
              <a href="/openapi.json" className="rounded-sm font-medium text-accent-text hover:underline">
                /openapi.json
              </a>
            </p>
          </div>
        </header>
        {found.length === 0 && (
          <EmptyState
            icon={Search}
            title="No call found"
            text="Try a word of its name, its path or what it does."
          />
        )}
        {found.map(({ name, calls }) => (
          <div key={name}>
            <h2 className="pt-8 pb-4 font-semibold text-title">{name}</h2>
            {calls.map((call) => (
              <CallSection key={call.id} call={call} schemas={given.components.schemas} />
            ))}
          </div>
        ))}
      </main>
    </div>
  );
}

/** The public API, readable: rendered from /openapi.json, so that it says what the server does. */
export function DocsPage() {
  const { loaded, retry } = useDocument();
  if (loaded === null)
    return (
      <div className="mx-auto max-w-160 p-8" aria-busy="true">
        <Skeleton className="h-9 w-60" />
        <Skeleton className="mt-4 h-40 w-full" />
      </div>
    );
  if ('failed' in loaded)
    return (
      <main className="mx-auto max-w-160 p-8">
        <EmptyState
          icon={CloudOff}
          title="Couldn’t load the reference"
          text="Check your connection and try again."
          action={<Button onClick={retry}>Try again</Button>}
        />
      </main>
    );
  return <Reference document={loaded.document} />;
}
