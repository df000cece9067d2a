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

interface AccountFieldProps extends TypedProps {
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with what is typed; null when nothing is. */
  readonly fault: string | null;
  readonly type: 'email' | 'password';
  readonly autoComplete: string;
}

function AccountField(props: AccountFieldProps) {
  const { label, hint, fault, tried, type, autoComplete, autoFocus = false, size = 'xl' } = props;
  return (
    <FormField label={label} hint={hint} error={tried ? fault : null}>
      {(control) => (
        <TextInput
          {...control}
          size={size}
          type={type}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}

/** The address one signs in with. */
export const EmailField = ({ label = 'Email', ...props }: TypedProps & { readonly label?: string }) => (
  <AccountField
    {...props}
    label={label}
    fault={emailFault(props.value)}
    type="email"
    autoComplete="username"
  />
);

export interface KnownPasswordFieldProps extends TypedProps {
  readonly label?: string;
}

/** What is wrong with a password that exists; null when something was typed. */
export const knownPasswordFault = (password: string, label = 'Password'): string | null =>
  password === '' ? `Enter your ${label.toLowerCase()}` : null;

/** A password one has. */
export const KnownPasswordField = ({ label = 'Password', ...props }: KnownPasswordFieldProps) => (
  <AccountField
    {...props}
    label={label}
    fault={knownPasswordFault(props.value, label)}
    type="password"
    autoComplete="current-password"
  />
);

export interface NewPasswordFieldProps extends TypedProps {
  readonly label: string;
}

/** A password one chooses. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <AccountField
    {...props}
    hint="At least 8 characters"
    fault={passwordFault(props.value)}
    type="password"
    autoComplete="new-password"
  />
);
