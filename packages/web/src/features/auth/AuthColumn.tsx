import { Banner } from '@weft/ui';
import type { FormEvent, ReactNode } from 'react';
import { focusFirstError } from '../../shell/focus-first-error.ts';
import { Mark } from '../../shell/Mark.tsx';

export interface AuthPageProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly foot: ReactNode;
  readonly children?: ReactNode;
}

export interface AuthColumnProps extends AuthPageProps {
  readonly error: string | null;
  readonly onSubmit: () => void;
}

/** One column of 360 on the canvas, optically centred. */
export function AuthPage({ title, text, foot, children }: AuthPageProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(48px,calc(40dvh-240px))] pb-10">
      <div className="w-full max-w-90">
        <div className="mb-6 flex flex-col items-center text-center">
          <Mark size={40} />
          <h1 className="mt-5 font-semibold text-display">{title}</h1>
          {text !== undefined && <p className="mt-1.5 text-balance text-body text-text-muted">{text}</p>}
        </div>
        {children}
        <p className="mt-6 text-center text-base text-text-muted [&_a:hover]:underline [&_a]:font-medium [&_a]:text-accent-text pointer-coarse:[&_a]:py-3.5">
          {foot}
        </p>
      </div>
    </main>
  );
}

/** Such a page with a form on it. */
export function AuthColumn({ title, text, error, onSubmit, foot, children }: AuthColumnProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit();
    focusFirstError(event.currentTarget);
  };
  return (
    <AuthPage title={title} text={text} foot={foot}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        {children}
      </form>
    </AuthPage>
  );
}
