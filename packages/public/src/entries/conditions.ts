import type { Attachment } from '@weft/core';
import {
  askPage,
  calculationText,
  choosesAtFirst,
  conditionEnv,
  type FormQuestion,
  holds,
  idsInText,
  textsBy,
} from '@weft/forms';
import type { PageLogic } from '../form/page-logic.ts';
import { say } from './say.ts';

/** A file that was sent, as its input says. */
function fileIn(form: HTMLFormElement, id: string): Attachment | null {
  const input = form.querySelector<HTMLInputElement>(`.files input[value="${CSS.escape(id)}"]`);
  if (input === null) return null;
  const { name: originalName = '', type: mimeType = '', size } = input.dataset;
  return { filename: id, originalName, mimeType, size: Number(size), url: '', uploadedAt: '' };
}

/** Offers a choice, or takes it out of sight; what was chosen counts again once it is offered again. */
function showChoice(form: HTMLFormElement, id: string, isHidden: boolean): void {
  const value = `[value="${CSS.escape(id)}"]`;
  const option = form.querySelector<HTMLInputElement | HTMLOptionElement>(`input${value}, option${value}`);
  if (option === null) return;
  option.disabled = isHidden || option.dataset.full !== undefined;
  const shown = option instanceof HTMLOptionElement ? option : option.closest<HTMLElement>('.choice');
  if (shown !== null) shown.hidden = isHidden;
  if (option instanceof HTMLOptionElement && isHidden) option.selected = false;
}

/** A picker with the record that was chosen in it: what the server finds of it is known by its name alone here. */
function withPicked(form: HTMLFormElement, question: FormQuestion): FormQuestion {
  const box = form.querySelector(`.picker:has(#${CSS.escape(question.id)})`);
  const [shown, picked] = box?.querySelectorAll('input') ?? [];
  if (shown === undefined || picked === undefined || picked.value === '') return question;
  return { ...question, choices: [{ id: picked.value, label: shown.value }] };
}

/** Shows what conditions show by what is filled in now; the server decides the same once more. */
export function followConditions(form: HTMLFormElement): void {
  const { questions, fields, before, written, exits } = JSON.parse(form.dataset.logic ?? '') as PageLogic;
  const env = conditionEnv(fields, new Date().toISOString());
  const [onward, next] = ['.unseen', '.actions [type=submit]'].map((each) => form.querySelector(each));
  const blocks = [...form.querySelectorAll<HTMLFieldSetElement>('fieldset.when')];
  // Read anew each time: files that are sent bring inputs of their own.
  const controls = () =>
    [...form.elements].filter(
      (control): control is HTMLInputElement => 'value' in control && 'name' in control,
    );
  /** Also of what is hidden: shown again, it has its answer still. */
  const texts = () =>
    controls().flatMap((control) => {
      const isLeftOut = /^(checkbox|radio)$/.test(control.type)
        ? !control.checked
        : /^(submit|file)$/.test(control.type);
      return isLeftOut ? [] : [[control.name, control.value] as const];
    });
  const touched = new Set(written);
  const controlOf = (id: string) =>
    controls().find((control) => control.name === id && control.type !== 'hidden');
  /** Chooses what is chosen at first in a list of boxes; says whether anything is another now. */
  const choose = (id: string, chosen: ReadonlySet<string>): boolean => {
    const boxes = controls().filter(({ name, type }) => name === id && /^(checkbox|radio)$/.test(type));
    const wrong = boxes.filter((box) => box.checked !== chosen.has(box.value));
    for (const box of wrong) box.checked = chosen.has(box.value);
    // A closed list says what is chosen in it.
    if (wrong.length > 0) wrong[0]?.closest('details')?.dispatchEvent(new Event('input'));
    return wrong.length > 0;
  };
  /** Puts defaults into what nobody has filled in; says whether any is another now. */
  const fillIn = (defaults: ReadonlyMap<string, string>): boolean => {
    let isChanged = false;
    for (const { id, type, usualWhen } of questions) {
      const control = usualWhen === undefined || touched.has(id) ? undefined : controlOf(id);
      const text = defaults.get(id) ?? '';
      if (control !== undefined && choosesAtFirst(type) && /^(checkbox|radio)$/.test(control.type)) {
        isChanged = choose(id, new Set(idsInText(text))) || isChanged;
        continue;
      }
      if (control === undefined || control.value === text) continue;
      control.value = text;
      // Of a list or a number field a text that does not fit becomes none.
      isChanged ||= control.value === text;
    }
    return isChanged;
  };
  const update = () => {
    const asked = questions.map((question) => withPicked(form, question));
    const { shown, answers, defaults } = askPage(asked, new Map(before), textsBy(texts()), env, (id) =>
      fileIn(form, id),
    );
    // Later questions hear what is filled in; each default hears earlier ones alone, so this comes to an end.
    if (fillIn(defaults)) return update();
    const required = new Map(shown.map((question) => [question.id, question.required]));
    for (const output of form.querySelectorAll<HTMLOutputElement>('[data-computed]')) {
      const question = questions.find(({ id }) => id === output.dataset.computed);
      if (question !== undefined) output.textContent = calculationText(question, answers.get(question.id));
    }
    for (const question of shown)
      for (const { id, shownWhen, isHidden = false } of question.choices)
        if (shownWhen !== undefined) showChoice(form, id, isHidden);
    for (const block of blocks) {
      const isRequired = required.get(block.dataset.question ?? '');
      block.hidden = isRequired === undefined;
      block.disabled = isRequired === undefined;
      const mark = block.querySelector<HTMLElement>('.mark');
      if (mark !== null) mark.hidden = isRequired !== true;
    }
    const exit = exits.find(({ when }) => holds(when, env, answers));
    if (exit && next) next.textContent = exit.ends ? say('submit') : (onward?.textContent ?? '');
  };
  form.addEventListener('input', ({ target }) => {
    if (target instanceof Element && 'name' in target) touched.add(String(target.name));
    update();
  });
  update();
}
