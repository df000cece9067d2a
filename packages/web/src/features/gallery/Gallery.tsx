import { editableKinds, type FieldKind, fieldType } from '@weft/core';
import { KindSample } from './KindSample.tsx';

/** `?kind=number` shows one kind alone, `?theme=dark` or `light` whatever the system wishes. */
const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');
if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;

const kinds: readonly FieldKind[] = editableKinds.filter(
  (kind) => asked.get('kind') === null || asked.get('kind') === kind,
);

/** Every kind of field as the grid shows it, as it is edited, and as it is set up, from its own samples. */
export function Gallery() {
  return (
    <main className="flex min-h-dvh flex-col gap-10 bg-surface p-6 text-text">
      {kinds.length > 1 && (
        <nav aria-label="Kinds" className="flex flex-wrap gap-3 text-small">
          {kinds.map((kind) => (
            <a key={kind} href={`?kind=${kind}`} className="text-accent-text underline">
              {fieldType(kind).label}
            </a>
          ))}
        </nav>
      )}
      {kinds.map((kind) => (
        <KindSample key={kind} kind={kind} edits={kinds.length === 1} />
      ))}
    </main>
  );
}
