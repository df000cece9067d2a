import type { FormQuestion, QuestionTypeName } from '@weft/forms';
import { SegmentedControl } from '@weft/ui';

interface ChoicesFromProps {
  readonly question: FormQuestion;
  readonly onChange: (type: QuestionTypeName) => void;
}

/** Where what can be chosen comes from: it is written in the form, or taken from a table or a connected service. */
export function ChoicesFrom({ question, onChange }: ChoicesFromProps) {
  const isTaken = question.type === 'record_picker';
  if (!isTaken && question.type !== 'dropdown' && question.type !== 'single_choice') return null;
  return (
    <div>
      <p className="mb-1.5 font-medium text-base">Choices</p>
      <SegmentedControl
        label="Choices"
        value={isTaken ? 'taken' : 'written'}
        segments={[
          { value: 'written', label: 'Written here' },
          { value: 'taken', label: 'Table or service' },
        ]}
        onChange={(value) => {
          if ((value === 'taken') !== isTaken) onChange(isTaken ? 'dropdown' : 'record_picker');
        }}
      />
    </div>
  );
}
