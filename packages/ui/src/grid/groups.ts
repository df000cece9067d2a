import type { GridController } from './grid-controller.ts';

/** Handles the buttons in the headers of groups, by pointer and by key. Returns the clean-up. */
export function followGroups(grid: GridController, groups: HTMLElement): () => void {
  const stop = new AbortController();
  const toggleOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('.wg-group-toggle') : null;
  groups.addEventListener(
    'click',
    ({ target }) => {
      const id = toggleOf(target)?.dataset.group;
      if (id !== undefined) grid.props.source.groups.toggle(id);
    },
    { signal: stop.signal },
  );
  groups.addEventListener(
    'keydown',
    (event) => {
      const toggle = toggleOf(event.target);
      const id = toggle?.dataset.group;
      if (id === undefined) return;
      const collapsed = toggle?.ariaExpanded === 'false';
      if (event.key === 'Escape') grid.focus();
      else if (event.key === 'ArrowRight' && collapsed) grid.props.source.groups.toggle(id);
      else if (event.key === 'ArrowLeft' && !collapsed) grid.props.source.groups.toggle(id);
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const all = [...groups.querySelectorAll<HTMLElement>('.wg-group:not([hidden]) .wg-group-toggle')];
        all.sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index));
        const next = toggle === null ? -1 : all.indexOf(toggle) + (event.key === 'ArrowDown' ? 1 : -1);
        all[next]?.focus();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}
