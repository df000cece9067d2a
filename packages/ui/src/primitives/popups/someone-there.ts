/** What a person does before anything can be wanted of a page. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

const waiting = new Set<() => void>();
let isSeen = false;

function notice(): void {
  isSeen = true;
  for (const sign of signs) removeEventListener(sign, notice, true);
  for (const act of waiting) act();
  waiting.clear();
}

/** Acts once a person has moved, pressed or typed in this page; at once where somebody has. */
export function whenSomeoneIsThere(act: () => void): void {
  if (isSeen) {
    act();
    return;
  }
  if (waiting.size === 0)
    for (const sign of signs) addEventListener(sign, notice, { capture: true, passive: true });
  waiting.add(act);
}
