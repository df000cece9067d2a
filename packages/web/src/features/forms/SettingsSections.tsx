import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Settings beside a list of their sections, where there is room for it: a press leads to one of them. */
export function SettingsSections({ children }: { readonly children: ReactNode }) {
  const page = useRef<HTMLDivElement>(null);
  const sections = useRef<HTMLDivElement>(null);
  const [titles, setTitles] = useState<readonly string[]>([]);
  const headings = () => [...(sections.current?.querySelectorAll('h2') ?? [])];
  // Which there are depends on other settings.
  useEffect(() => {
    const shown = headings().map(({ textContent }) => textContent);
    setTitles((known) => (known.join() === shown.join() ? known : shown));
  });
  const leadTo = (place: number) => {
    const heading = headings()[place];
    if (heading === undefined) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // Of all that could scroll, the page alone does: what stands above it stays.
    const { top = 0 } = page.current?.getBoundingClientRect() ?? {};
    page.current?.scrollBy({ top: heading.getBoundingClientRect().top - top - 24 });
  };
  return (
    <div ref={page} className="relative flex-1 overflow-y-auto px-8 py-8 max-sm:px-4">
      <div className="mx-auto flex max-w-240 justify-center gap-10">
        <nav aria-label="Settings" className="sticky top-0 w-44 shrink-0 self-start max-lg:hidden">
          <ul>
            {titles.map((title, place) => (
              <li key={title}>
                <button
                  type="button"
                  className="w-full rounded-md px-2 py-1 text-start text-base text-text-muted hover:bg-hover hover:text-text"
                  onClick={() => leadTo(place)}
                >
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div ref={sections} className="min-w-0 max-w-180 flex-1">
          {children}
        </div>
      </div>
    </div>
  );
}
