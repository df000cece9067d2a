import type { WhoSees } from '@weft/apps';

interface WhoSeesChoiceProps {
  readonly chosen: WhoSees | null;
  /** A table of the database has a field for addresses: its records can sign in. */
  readonly hasPeople: boolean;
  readonly onChoose: (who: WhoSees) => void;
}

const choices: readonly { readonly value: WhoSees; readonly title: string; readonly text: string }[] = [
  {
    ...{ value: 'own', title: 'Each person their own' },
    text: 'They sign in, and see, add and change the records that hold their address or link to them',
  },
  {
    ...{ value: 'signedIn', title: 'Whoever is signed in' },
    text: 'They see all records, and may add and change them',
  },
  {
    ...{ value: 'everyone', title: 'Everyone' },
    text: 'Whoever has the link sees all records, and changes none',
  },
];

/** Who may see the records: it is asked, and there is no answer by itself. Rules say it for each table afterwards. */
export function WhoSeesChoice({ chosen, hasPeople, onChoose }: WhoSeesChoiceProps) {
  return (
    <fieldset className="max-w-130">
      <legend className="mb-2 font-medium text-base">Who may see the records?</legend>
      <div className="divide-y rounded-lg border">
        {choices.map(({ value, title, text }) => {
          const isOff = value !== 'everyone' && !hasPeople;
          return (
            <label
              key={value}
              className={`flex items-center gap-3 px-3 py-2.5 has-checked:bg-accent-tint ${isOff ? '' : 'cursor-pointer hover:bg-row-hover'}`}
            >
              <span className="min-w-0 flex-1">
                <span className={`block font-medium text-base ${isOff ? 'text-text-subtle' : ''}`}>
                  {title}
                </span>
                <span className="block text-base text-text-muted">
                  {isOff ? 'Needs a table with a field for email addresses: its records can sign in' : text}
                </span>
              </span>
              <input
                type="radio"
                name="who"
                className="size-4 accent-accent"
                disabled={isOff}
                checked={chosen === value}
                onChange={() => onChoose(value)}
              />
            </label>
          );
        })}
      </div>
      <p className="mt-2 text-small text-text-subtle">
        It makes a rule for each table, which you can change before anything is published.
      </p>
    </fieldset>
  );
}
