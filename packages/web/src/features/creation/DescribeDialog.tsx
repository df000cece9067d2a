import { useQuery } from '@tanstack/react-query';
import { type BaseSchema, schemaFault } from '@weft/core';
import { Banner, Button, ConfirmDialog, Dialog, FormField, Icon, Textarea, toast } from '@weft/ui';
import { ArrowLeft, CircleAlert, Sparkles } from 'lucide-react';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { call } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { newId } from '../../session/new-id.ts';
import { GeneratingTables } from './GeneratingTables.tsx';
import { SchemaEditor } from './SchemaEditor.tsx';
import { changedSchema, emptySchema, type SchemaChange } from './schema-draft.ts';
import { templatesQuery } from './template-queries.ts';

export type CreationStatus = 'idle' | 'creating_base' | 'creating_initial_rows' | 'error';

export interface DescribeDialogProps {
  readonly open: boolean;
  /** What the database is for; left out: it stands for itself. */
  readonly flowId?: string;
  /** People will sign in by an email field of the database: one of its tables needs to have it. */
  readonly addAuthentication?: boolean;
  /** What was described before; left out: nothing yet. */
  readonly described?: string | undefined;
  /** Makes a database of the schema, and says how far it is. */
  readonly onMake: (schema: BaseSchema, onStatus: (status: CreationStatus) => void) => Promise<unknown>;
  /** Where the server has no AI service: templates that the description fits. */
  readonly onSearchTemplates: (description: string) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

type Stage = 'describe' | 'generating' | 'review';

const statusText: { readonly [S in CreationStatus]: string } = {
  idle: 'Create database',
  creating_base: 'Creating tables...',
  creating_initial_rows: 'Creating initial rows...',
  error: 'Create database',
};

const reducer = (
  schema: BaseSchema,
  change: SchemaChange | { readonly type: 'all'; readonly schema: BaseSchema },
) => (change.type === 'all' ? change.schema : changedSchema(schema, change));

/** A description becomes tables that a person reviews and changes before a database is made of them. */
export function DescribeDialog({
  open,
  flowId,
  addAuthentication = false,
  described = '',
  onMake,
  onSearchTemplates,
  onBack,
  onClose,
}: DescribeDialogProps) {
  const [stage, setStage] = useState<Stage>('describe');
  const [prompt, setPrompt] = useState(described);
  const [schema, dispatch] = useReducer(reducer, null, () => emptySchema(newId('tbl'), newId('fld')));
  /** Somebody has changed the tables since they came. */
  const [changed, setChanged] = useState(false);
  const begin = (whole: BaseSchema) => {
    dispatch({ type: 'all', schema: whole });
    setChanged(false);
  };
  // One function for good: tables that did not change are not drawn again.
  const change = useCallback((one: SchemaChange) => {
    dispatch(one);
    setChanged(true);
  }, []);
  /** Why no tables were suggested. */
  const [fallback, setFallback] = useState<string | null>(null);
  const [status, setStatus] = useState<CreationStatus>('idle');
  const [refused, setRefused] = useState<string | null>(null);
  const { data: server } = useQuery(templatesQuery(''));
  const suggests = server?.suggestsTables ?? true;
  const box = useRef<HTMLTextAreaElement>(null);
  const create = useRef<HTMLButtonElement>(null);
  // The answer to a description that was given up is of no account.
  const asked = useRef(0);
  useEffect(() => {
    if (open) (stage === 'review' ? create : box).current?.focus();
  }, [open, stage]);
  useEffect(
    () => () => {
      asked.current++;
    },
    [],
  );
  const isMaking = status === 'creating_base' || status === 'creating_initial_rows';
  const fault =
    schema.name.trim() === '' ? 'Give the database a name' : schemaFault(schema, addAuthentication);

  const generate = async () => {
    const turn = ++asked.current;
    setStage('generating');
    setFallback(null);
    setRefused(null);
    try {
      const answer = await call('POST /admin/zite/services/bases/schema', {
        body: { prompt: prompt.trim(), addAuthentication, flowId },
      });
      if (turn !== asked.current) return;
      begin(answer.schema);
    } catch (error) {
      if (turn !== asked.current) return;
      toast('Failed to generate database schema', { tone: 'error' });
      setFallback(errorText(error));
      begin(emptySchema(newId('tbl'), newId('fld')));
    }
    setStage('review');
  };
  const make = async () => {
    setRefused(null);
    try {
      await onMake(schema, setStatus);
    } catch (error) {
      setStatus('error');
      setRefused(errorText(error));
    }
  };
  /** Where one goes once the tables are given up; null: nobody asks to. */
  const [leaving, setLeaving] = useState<'describe' | 'close' | null>(null);
  const describe = () => {
    asked.current++;
    setChanged(false);
    setLeaving(null);
    setStage('describe');
  };
  // Asked for anew, other tables take their place.
  const describeAnew = () => (changed ? setLeaving('describe') : describe());
  const close = (next: boolean) => {
    if (next || isMaking) return;
    if (stage === 'review' && (changed || fallback === null)) setLeaving('close');
    else onClose();
  };

  if (stage === 'describe')
    return (
      <Dialog
        open={open}
        onOpenChange={close}
        title="Describe your database"
        initialFocus={box}
        footer={
          <>
            <Button size="lg" variant="quiet" icon={ArrowLeft} className="me-auto -ms-3" onClick={onBack}>
              Back
            </Button>
            <Button
              size="lg"
              variant="primary"
              disabled={prompt.trim() === ''}
              onClick={() => (suggests ? void generate() : onSearchTemplates(prompt.trim()))}
            >
              {suggests ? 'Generate' : 'Search templates'}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          {!suggests && (
            <Banner tone="info">
              This server has no AI service, so your description searches the templates instead.
            </Banner>
          )}
          <FormField
            label="What do you want to keep?"
            hint={suggests && 'The AI service of this server is sent what you write here.'}
          >
            {(control) => (
              <Textarea
                {...control}
                ref={box}
                rows={4}
                maxLength={5_000}
                placeholder="Weekly weaving classes with sign-ups, teachers and the yarn each class needs"
                value={prompt}
                onChange={(event) => setPrompt(event.target.value)}
              />
            )}
          </FormField>
        </div>
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="AI schema review"
      width={800}
      minHeight={535}
      dismissible={!isMaking}
      footer={
        <div className="flex w-full flex-wrap items-center gap-2">
          <Button
            size="lg"
            variant="quiet"
            icon={ArrowLeft}
            className="-ms-3"
            disabled={isMaking}
            onClick={describeAnew}
          >
            Back
          </Button>
          <p
            role="status"
            className="me-1 min-w-0 flex-1 text-end text-danger-text text-small max-sm:order-first max-sm:basis-full max-sm:text-start"
          >
            {stage === 'review' && fault !== null && (
              <>
                <Icon of={CircleAlert} size={14} className="me-1.5 inline-block align-text-bottom" />
                {fault}
              </>
            )}
          </p>
          <Button size="lg" className="max-sm:ms-auto" disabled={isMaking} onClick={() => close(false)}>
            Cancel
          </Button>
          <Button
            ref={create}
            size="lg"
            variant="primary"
            disabled={stage !== 'review' || fault !== null}
            loading={isMaking}
            onClick={() => void make()}
          >
            {statusText[status]}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-3 rounded-md bg-sunken px-3 py-2">
          <Icon of={Sparkles} className="shrink-0 text-text-muted" />
          <p className="line-clamp-2 min-w-0 flex-1 text-base text-text-muted">“{prompt.trim()}”</p>
          <button
            type="button"
            className="shrink-0 rounded-sm px-1.5 py-1 font-medium text-accent-text text-base hover:bg-hover disabled:text-text-disabled pointer-coarse:min-h-11"
            disabled={isMaking}
            onClick={describeAnew}
          >
            Change description
          </button>
        </div>
        {refused !== null && (
          <Banner tone="danger">
            <span className="font-medium">Failed to create database.</span> {refused}
          </Banner>
        )}
        {stage === 'generating' ? (
          <GeneratingTables />
        ) : (
          <>
            {fallback !== null && (
              <Banner tone="warning">{fallback} Here is one empty table to go on with.</Banner>
            )}
            <SchemaEditor schema={schema} onChange={change} />
          </>
        )}
      </div>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(next) => {
          if (!next) setLeaving(null);
        }}
        title="Discard these tables?"
        confirmLabel="Discard"
        cancelLabel="Keep reviewing"
        danger
        onConfirm={() => (leaving === 'describe' ? describe() : onClose())}
      >
        What was suggested and what you changed is not kept.
      </ConfirmDialog>
    </Dialog>
  );
}
