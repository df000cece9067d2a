import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon.tsx';

/** What the control inside must carry. */
interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FormFieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A label, its control, and what is to be said about it. */
export function FormField({ label, hint, error, children }: FormFieldProps) {
  const id = useId();
  const faulty = error !== undefined && error !== null && error !== '';
  const described = faulty || (hint !== undefined && hint !== null);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium text-small text-text-muted">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described ? `${id}-note` : undefined,
        'aria-invalid': faulty ? true : undefined,
      })}
      {described && (
        <p
          id={`${id}-note`}
          className={`mt-1.5 flex items-start gap-1.5 text-small ${faulty ? 'text-danger-text' : 'text-text-subtle'}`}
        >
          {faulty && <Icon of={CircleAlert} size={14} className="mt-px" />}
          <span>{faulty ? error : hint}</span>
        </p>
      )}
    </div>
  );
}
