import type { Content } from '@weft/documents';
import { byName } from '@weft/std';
import type { Sent } from './answers.ts';
import { type FormQuestion, fieldsOf, questionsOf } from './form-document.ts';
import { nameKey } from './piping.ts';
import { questionType } from './questions/question-types.ts';

/** The parameters of its address that a form asks for. */
export function parametersOf(content: Content): readonly string[] {
  const names = new Set<string>();
  for (const question of questionsOf(content))
    questionType(question.type).fromAddress?.(question, (name) => {
      names.add(name);
      return null;
    });
  return [...names];
}

/** Whether the address may fill in what somebody sees: they agree, pay, sign, rank and send files by themselves. */
function mayBeFilledIn({ type }: FormQuestion): boolean {
  const { isContent, fromAddress, files, takesPayment, ranks, settings } = questionType(type);
  const byThemselves = files !== undefined || takesPayment === true || ranks === true || 'terms' in settings;
  return isContent !== true && fromAddress === undefined && !byThemselves;
}

/**
 * What the parameters of an address fill in of the questions that people see: each is named by its id, or by what it is
 * called (as texts name it), and choices by their labels or ids. What fits no question or choice is left out.
 */
export function filledByAddress(
  content: Content,
  search: Iterable<readonly [name: string, text: string]>,
): Sent {
  const given = byName([...search].map(([name, text]) => [nameKey(name), text] as const));
  return questionsOf(content)
    .filter(mayBeFilledIn)
    .flatMap((question) =>
      fieldsOf([question]).flatMap(({ id, name, template }) => {
        const texts = (given.get(id) ?? given.get(nameKey(name)) ?? []).map((text) =>
          text.replaceAll('\0', ''),
        );
        const options = template !== null && 'options' in template ? template.options : null;
        const chosen = (text: string) =>
          options?.find(({ value, label }) => value === text || nameKey(label) === nameKey(text))?.value;
        const known = options === null ? texts : texts.flatMap((text) => chosen(text) ?? []);
        const most = questionType(question.type).takesMany === true ? (options?.length ?? 1) : 1;
        return known.slice(0, most).map((text) => [id, text] as const);
      }),
    );
}
