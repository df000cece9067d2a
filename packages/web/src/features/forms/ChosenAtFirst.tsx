import { type FormQuestion, idsInText, questionType } from '@weft/forms';
import { Checkbox, Select } from '@weft/ui';

export interface ChosenAtFirstProps {
  readonly label: string;
  readonly question: FormQuestion;
  /** Ids of choices, with blanks between them. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Choices of a question that are chosen before it is answered: one, or any number of those that may be taken together. */
export function ChosenAtFirst({ label, question: { type, choices }, value, onChange }: ChosenAtFirstProps) {
  const chosen = idsInText(value).filter((id) => choices.some((choice) => choice.id === id));
  if (questionType(type).takesMany !== true)
    return (
      <Select
        label={label}
        value={chosen[0] ?? ''}
        options={[
          { value: '', label: 'None' },
          ...choices.map(({ id, label: text }) => ({ value: id, label: text || 'Unnamed choice' })),
        ]}
        onChange={onChange}
      />
    );
  return (
    <fieldset aria-label={label} className="flex flex-col gap-1">
      {choices.map(({ id, label: text }) => (
        <Checkbox
          key={id}
          label={text || 'Unnamed choice'}
          checked={chosen.includes(id)}
          onChange={(on) =>
            onChange([...chosen.filter((each) => each !== id), ...(on ? [id] : [])].join(' '))
          }
        />
      ))}
    </fieldset>
  );
}
