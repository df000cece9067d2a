import { FormField, TextInput } from '@weft/ui';
import { emailFault, passwordFault } from './auth-text.ts';

interface TypedProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong is said once somebody tried to go on. */
  readonly tried: boolean;
  readonly autoFocus?: boolean | undefined;
  /** Heights: 40 on the pages before home, 32 in the settings. */
  readonly size?: 'md' | 'xl' | undefined;
}

/** The address one signs in with. */
export function EmailField({ value, onChange, tried, autoFocus = false, size = 'xl' }: TypedProps) {
  return (
    <FormField label="Email" error={tried ? emailFault(value) : null}>
      {(control) => (
        <TextInput
          {...control}
          size={size}
          type="email"
          autoComplete="username"
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}

export interface KnownPasswordFieldProps extends TypedProps {
  readonly label?: string;
}

/** What is wrong with a password that exists; null when something was typed. */
export const knownPasswordFault = (password: string, label = 'Password'): string | null =>
  password === '' ? `Enter your ${label.toLowerCase()}` : null;

/** A password one has. */
export function KnownPasswordField({
  value,
  onChange,
  tried,
  size = 'xl',
  label = 'Password',
}: KnownPasswordFieldProps) {
  return (
    <FormField label={label} error={tried ? knownPasswordFault(value, label) : null}>
      {(control) => (
        <TextInput
          {...control}
          size={size}
          type="password"
          autoComplete="current-password"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}

export interface NewPasswordFieldProps extends TypedProps {
  readonly label: string;
}

/** A password one chooses. */
export function NewPasswordField({
  value,
  onChange,
  tried,
  autoFocus = false,
  size = 'xl',
  label,
}: NewPasswordFieldProps) {
  return (
    <FormField label={label} hint="At least 8 characters" error={tried ? passwordFault(value) : null}>
      {(control) => (
        <TextInput
          {...control}
          size={size}
          type="password"
          autoComplete="new-password"
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
