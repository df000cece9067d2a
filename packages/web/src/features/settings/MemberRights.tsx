import { Switch } from '@weft/ui';
import type { Colleague } from '../../api.ts';
import { peopleQuery, queryClient } from '../../queries.ts';
import { useSubmission } from '../../shell/use-submission.ts';
import { account } from './account-calls.ts';

const rights = [
  { name: 'createDatabase', label: 'Create databases', hint: 'Shows Database in the Create menu' },
  {
    name: 'MOVE_FLOWS_ACROSS_ORGS',
    label: 'Move forms to another organization',
    hint: 'They must be a member of both',
  },
] as const;

/** What a member may do besides, as switches; an admin has every right. */
export function MemberRights({ person }: { readonly person: Colleague }) {
  const { busy, submit } = useSubmission({ toasts: true });
  if (person.role === 'admin')
    return <p className="text-base text-text-muted">Admins have every right in the organization.</p>;
  const change = (name: (typeof rights)[number]['name'], on: boolean) =>
    submit(async () => {
      await account.changeMember(person.id, { [name]: on });
      await queryClient.invalidateQueries(peopleQuery);
    });
  return (
    <fieldset className="flex w-72 flex-col max-sm:w-full gap-3">
      <legend className="mb-2 font-medium text-small text-text-muted">Rights</legend>
      {rights.map(({ name, label, hint }) => (
        <Switch
          key={name}
          checked={person.rights[name]}
          loading={busy}
          onChange={(on) => void change(name, on)}
          label={
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-small text-text-muted">{hint}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  );
}
