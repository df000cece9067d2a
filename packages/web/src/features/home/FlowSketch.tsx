import { type FlowPreview, flowType } from '@weft/core';
import { optionColor } from '@weft/ui';
import type { Flow } from '../../api.ts';

const bars = ['w-3/4', 'w-1/2', 'w-2/3', 'w-3/5', 'w-4/5'] as const;
const chips = ['Emerald', 'Orange', 'Blue', 'Pink', 'Violet', 'Yellow', 'Teal'] as const;

/** A number that stays with an id: where its drawing begins in the lists above. */
const seedOf = (id: string): number => {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return sum;
};

function TableSketch({ seed }: { readonly seed: number }) {
  return (
    <>
      <div className="grid h-6 grid-cols-3 items-center gap-3 bg-accent-tint px-3">
        {[1, 2, 3].map((column) => (
          <span key={column} className="h-1 rounded-full bg-accent-line" />
        ))}
      </div>
      {bars.map((_, row) => (
        <div
          key={bars[row]}
          className="grid h-5.5 grid-cols-3 items-center gap-3 border-line-subtle border-b px-3"
        >
          <span className={`h-1 rounded-full bg-line-strong ${bars[(row + seed) % bars.length] ?? ''}`} />
          <span
            className="h-2 w-3/5 rounded-full"
            style={{
              background: optionColor(
                chips[(seed + (row % 3) * (1 + (seed % 3))) % chips.length] ?? 'Gray',
                'bg',
              ),
            }}
          />
          <span className="h-1 w-2/5 rounded-full bg-line" />
        </div>
      ))}
    </>
  );
}

/** A title, two questions with their inputs, and the button. */
function FormSketch({ seed }: { readonly seed: number }) {
  return (
    <div className="flex flex-col gap-2 px-4 pt-4">
      <span className="mb-1 h-2 w-1/2 rounded-full bg-line-strong" />
      {[0, 1].map((question) => (
        <div key={question} className="flex flex-col gap-1.5">
          <span
            className={`h-1 rounded-full bg-line-strong ${bars[(question + seed) % bars.length] ?? ''}`}
          />
          <span className="h-4 rounded-sm border border-line" />
        </div>
      ))}
      <span className="mt-1 h-4 w-1/4 rounded-sm bg-accent-line" />
    </div>
  );
}

/** A bar with pages, and a list below it. */
function AppSketch({ seed }: { readonly seed: number }) {
  return (
    <div className="flex flex-col px-4 pt-3">
      <div className="flex items-center gap-3 border-line-subtle border-b pb-2">
        <span className="size-3 rounded-sm bg-accent-line" />
        {[0, 1, 2].map((page) => (
          <span
            key={page}
            className={`h-1 w-8 rounded-full ${page === seed % 3 ? 'bg-accent-line' : 'bg-line-strong'}`}
          />
        ))}
      </div>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-2 border-line-subtle border-b py-2">
          <span className="size-4 rounded-sm bg-line" />
          <span
            className={`h-1 max-w-24 rounded-full bg-line-strong ${bars[(row + seed) % bars.length] ?? ''}`}
          />
        </div>
      ))}
    </div>
  );
}

const sketches = { records: TableSketch, document: FormSketch, app: AppSketch } satisfies {
  readonly [K in FlowPreview]: unknown;
};

/** A drawing of what its type looks like, a little different for each. */
export function FlowSketch({ flow: { type, publicIdentifier } }: { readonly flow: Flow }) {
  const seed = seedOf(publicIdentifier);
  const preview = flowType(type).built?.preview;
  if (preview === undefined) return null;
  const Sketch = sketches[preview];
  return <Sketch seed={seed} />;
}
