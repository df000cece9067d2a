import { Link, useNavigate } from '@tanstack/react-router';
import { Button, FormField, TextInput } from '@weft/ui';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { usePageTitle } from '../../shell/use-page-title.ts';
import { AuthColumn } from './AuthColumn.tsx';
import { invitationCodeIn } from './invitation-code.ts';

/** Where somebody types the code of an invitation whose link they cannot follow. */
export function InviteCodePage() {
  usePageTitle('Invitation');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const code = invitationCodeIn(text);
  const goOn = () => {
    setTried(true);
    if (code !== null) void navigate({ to: paths.invite(code) });
  };
  return (
    <AuthColumn
      title="Use an invitation"
      text="Paste the code or the link that you were given."
      error={null}
      onSubmit={goOn}
      foot={<Link to={paths.home}>Go to home</Link>}
    >
      <FormField
        label="Invitation code"
        error={tried && code === null ? 'This is no code of an invitation' : null}
      >
        {(control) => (
          <TextInput
            {...control}
            size="xl"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </FormField>
      <Button type="submit" variant="primary" size="xl" className="w-full">
        Continue
      </Button>
    </AuthColumn>
  );
}
