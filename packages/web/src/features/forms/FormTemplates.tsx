import { formTemplates } from '@weft/forms';
import type { ReactNode } from 'react';

/** Among the names of templates: none is called so. */
export const fromTable = ' table';
/** The same. */
export const fromService = ' service';
/** The same, as an address names it. */
export const blankQuiz = 'blank-quiz';
/** The same. */
export const blankPayment = 'blank-payment';
const categories = [...new Set(formTemplates.map(({ category }) => category))];

/** What the form begins with: nothing, or the questions of a template. */
export function FormTemplates({
  chosen,
  onChoose,
  onQuiz,
  onPayment,
  onTable,
  ofTable,
  onService,
  ofService,
}: {
  readonly chosen: string | null;
  readonly onQuiz: () => void;
  readonly onPayment: () => void;
  readonly onTable: () => void;
  /** Where the table is chosen, once that is wanted. */
  readonly ofTable: ReactNode;
  readonly onService: () => void;
  /** Where the form of another service is chosen, once that is wanted. */
  readonly ofService: ReactNode;
  readonly onChoose: (template: (typeof formTemplates)[number] | null) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="mb-2 font-medium text-base">Begin with</legend>
      <Template
        title="A blank form"
        about="No questions yet"
        isChosen={chosen === null}
        onChoose={() => onChoose(null)}
      />
      <Template
        title="A blank quiz"
        about="Choices give points; settings say when it is passed"
        isChosen={chosen === blankQuiz}
        onChoose={onQuiz}
      />
      <Template
        title="A payment form"
        about="Products or a price, paid by card; answers count once they are paid"
        isChosen={chosen === blankPayment}
        onChoose={onPayment}
      />
      <Template
        title="A table"
        about="A question for each field; answers become records"
        isChosen={chosen === fromTable}
        onChoose={onTable}
      />
      {ofTable}
      <Template
        title="A form of another service"
        about="Its questions become a draft of yours; what cannot is told first"
        isChosen={chosen === fromService}
        onChoose={onService}
      />
      {ofService}
      {categories.map((category) => (
        <section key={category} aria-label={category}>
          <h2 className="mb-2 font-semibold text-base">{category}</h2>
          <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
            {formTemplates
              .filter((template) => template.category === category)
              .map((template) => (
                <Template
                  key={template.name}
                  title={template.title}
                  about={template.about}
                  isChosen={template.name === chosen}
                  onChoose={() => onChoose(template)}
                />
              ))}
          </div>
        </section>
      ))}
    </fieldset>
  );
}

function Template({
  title,
  about,
  isChosen,
  onChoose,
}: {
  readonly title: string;
  readonly about: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <label className="flex cursor-pointer gap-3 rounded-md border px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-tint">
      <input
        type="radio"
        name="template"
        className="mt-0.5 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="block font-medium text-base">{title}</span>
        <span className="block text-pretty text-small text-text-muted">{about}</span>
      </span>
    </label>
  );
}
