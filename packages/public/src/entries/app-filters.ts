/** On a phone the choices of a filter bar open below a button, which says how many are made. */
const toggles = (): NodeListOf<HTMLElement> => document.querySelectorAll('.filters > .toggle');

const turn = (toggle: HTMLElement, isOpen: boolean): void =>
  toggle.setAttribute('aria-expanded', String(isOpen));

function count(toggle: HTMLElement): void {
  const selects = [...(toggle.parentElement?.querySelectorAll('select') ?? [])];
  const chosen = selects.filter(({ value }) => value !== '').length;
  toggle.dataset.chosen = String(chosen);
  toggle.setAttribute('aria-label', chosen === 0 ? 'Filters' : `Filters, ${chosen} chosen`);
}

export function openFilters(): void {
  addEventListener('click', ({ target }) => {
    const toggle = target instanceof Element ? target.closest<HTMLElement>('.filters > .toggle') : null;
    if (toggle === null) return;
    const isOpen = toggle.getAttribute('aria-expanded') !== 'true';
    turn(toggle, isOpen);
    if (isOpen) toggle.parentElement?.querySelector('select')?.focus();
  });
  addEventListener('change', () => toggles().forEach(count));
  addEventListener('pointerdown', ({ target }) => {
    for (const toggle of toggles())
      if (!(target instanceof Node) || toggle.parentElement?.contains(target) !== true) turn(toggle, false);
  });
  addEventListener('keydown', ({ key, target }) => {
    const form = target instanceof Element ? target.closest('.filters') : null;
    const toggle = form?.querySelector<HTMLElement>('.toggle[aria-expanded="true"]');
    if (key !== 'Escape' || !toggle) return;
    turn(toggle, false);
    toggle.focus();
  });
}
