import { type Block, type Content, ordersBetween } from '@weft/documents';
import { type IdKind, must } from '@weft/std';
import { choiceProps, firstPageId, newChildren, newForm, questionProps } from '../form-document.ts';
import type { QuestionTypeName } from '../questions/question-types.ts';

/** A choice; of a quiz with the points it gives. */
type TemplateChoice = string | readonly [label: string, points: number];

interface TemplateQuestion {
  readonly type: QuestionTypeName;
  readonly label: string;
  readonly required?: true;
  readonly help?: string;
  readonly choices?: readonly TemplateChoice[];
  /** Said once a quiz is over. */
  readonly explanation?: string;
}

/** A form to begin with. */
export interface FormTemplate {
  /** Stands in addresses. */
  readonly name: string;
  readonly title: string;
  /** What it is for, in a line. */
  readonly about: string;
  readonly category: 'Registration' | 'Feedback' | 'Contact' | 'Work' | 'Quiz';
  readonly questions: readonly TemplateQuestion[];
  /** Per cent of the points with which a quiz is passed. */
  readonly passMark?: number;
}

const pointsOf = (choice: TemplateChoice): { readonly points?: number } =>
  typeof choice === 'string' || choice[1] === 0 ? {} : { points: choice[1] };
const labelOf = (choice: TemplateChoice): string => (typeof choice === 'string' ? choice : choice[0]);

/** The document that a form made from a template begins with; every block has an id of its own. */
export function templateContent(
  { title, questions, passMark }: FormTemplate,
  name: string,
  newId: (kind: IdKind) => string,
): Content {
  const empty = newForm(name.trim() || title);
  const blocks: { [id: string]: Block } = { ...empty.blocks };
  const orders = ordersBetween(null, null, questions.length);
  for (const [place, question] of questions.entries()) {
    const { type, label, required = false, help, choices, explanation } = question;
    const id = newId('fld');
    blocks[id] = {
      parent: firstPageId,
      order: must(orders[place]),
      props: {
        ...{ ...questionProps(type), label, required },
        ...(help !== undefined && { help }),
        ...(explanation !== undefined && { explanation }),
      },
    };
    const children = newChildren(type, newId).filter(
      ({ props }) => choices === undefined || props.type !== 'choice',
    );
    const own = (choices ?? []).map((choice) => ({
      id: newId('opt'),
      props: { ...choiceProps(labelOf(choice)), ...pointsOf(choice) },
    }));
    const inner = ordersBetween(null, null, children.length + own.length);
    for (const [at, child] of [...own, ...children].entries())
      blocks[child.id] = { parent: id, order: must(inner[at]), props: child.props };
  }
  const props = passMark === undefined ? empty.props : { ...empty.props, quiz: true, passMark };
  return { ...empty, props, blocks };
}
