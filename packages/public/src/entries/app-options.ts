/** Milliseconds of a pause in typing. */
const pause = 250;

const choiceOf = (one: Element): string =>
  (one instanceof HTMLOptionElement ? one : one.querySelector('input'))?.value ?? '';

const isChosen = (one: Element): boolean =>
  one instanceof HTMLOptionElement ? one.selected : one.querySelector('input')?.checked === true;

/** Asks the page for the choices that a text finds; those that are made stay. */
async function find(input: HTMLInputElement, name: string): Promise<void> {
  const asked = input.value.trim();
  const address = new URL(location.href);
  address.searchParams.set(name, asked);
  const answer = await fetch(address);
  if (!answer.ok || input.value.trim() !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const choices = `[data-choices="${CSS.escape(input.dataset.of ?? '')}"]`;
  const [next, now] = [page.querySelector(choices), input.parentElement?.querySelector(choices)];
  if (!next || !now) return;
  const kept = [...now.children].filter((one) => isChosen(one) || choiceOf(one) === '');
  const known = new Set(kept.map(choiceOf));
  now.replaceChildren(...kept, ...[...next.children].filter((one) => !known.has(choiceOf(one))));
}

/** Many records that a form can link are found by typing. */
export function searchOptions(): void {
  let typing: ReturnType<typeof setTimeout> | undefined;
  addEventListener('input', ({ target }) => {
    const name = target instanceof HTMLInputElement ? target.dataset.find : undefined;
    if (name === undefined) return;
    clearTimeout(typing);
    typing = setTimeout(() => void find(target as HTMLInputElement, name).catch(() => {}), pause);
  });
  // Enter finds, and sends nothing.
  addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.dataset.find)
      event.preventDefault();
  });
}
