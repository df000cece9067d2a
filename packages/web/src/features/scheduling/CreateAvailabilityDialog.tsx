import { Banner, Button, Dialog, FormField, TextInput } from '@weft/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useSubmission } from '../../shell/use-submission.ts';
import { createAvailability, type UserAvailability } from './availability-calls.ts';

/** Asks for the name of a new availability, in the zone of whoever makes it. */
export function CreateAvailabilityDialog(props: {
  readonly userId: string;
  readonly timezone: string;
  readonly onCreated: (availability: UserAvailability) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState('');
  const { busy, error, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);
  const form = useId();
  const { userId, timezone } = props;
  const create = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    void submit(async () => {
      props.onCreated(await createAvailability(userId, { name: name.trim(), timezone, isDefault: false }));
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title="Create new availability"
      initialFocus={input}
      footer={
        <>
          <Button size="lg" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            size="lg"
            variant="primary"
            loading={busy}
            disabled={name.trim() === ''}
          >
            {busy ? 'Creating' : 'Create'}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={create} className="flex flex-col gap-4">
        {error !== null && <Banner tone="danger">{error}</Banner>}
        <FormField label="Name" hint={`Times are of ${timezone.replaceAll('_', ' ')}.`}>
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              value={name}
              maxLength={255}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
      </form>
    </Dialog>
  );
}
