/** Cards of a board are drawn to other columns by a pointer; what they send are the forms that move them by key and by touch. */
export function drawCards(): void {
  let drawn: HTMLElement | null = null;
  const within = (event: Event, wanted: string): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>(wanted) : null;
  /** What moves the card that is drawn to the column below the pointer. */
  const mover = (event: Event): HTMLButtonElement | null => {
    const lane = within(event, '.lane');
    if (drawn === null || lane === null || lane.parentElement !== drawn.closest('.lanes')) return null;
    const buttons = drawn.querySelectorAll<HTMLButtonElement>('button[name=lane]');
    return [...buttons].find(({ value }) => value === lane.dataset.lane) ?? null;
  };
  const mark = (lane: HTMLElement | null): void => {
    for (const one of document.querySelectorAll('.lane.over')) one.classList.remove('over');
    lane?.classList.add('over');
  };
  addEventListener('dragstart', (event) => {
    drawn = within(event, '.card[draggable]');
    if (drawn !== null && event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move';
  });
  addEventListener('dragover', (event) => {
    const button = mover(event);
    mark(button === null ? null : within(event, '.lane'));
    if (button !== null) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const button = mover(event);
    if (button === null) return;
    event.preventDefault();
    button.form?.requestSubmit(button);
  });
  addEventListener('dragend', () => {
    mark(null);
    drawn = null;
  });
}
