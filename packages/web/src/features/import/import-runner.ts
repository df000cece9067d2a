import type { Table } from '@weft/core';
import { signatureBytes } from '@weft/imports';
import type { CallRequest } from '@weft/protocol';
import { AppError, errorKinds } from '@weft/std';
import { toast } from '@weft/ui';
import { api } from '../../api.ts';
import { errorText } from '../../error-text.ts';
import { queryClient } from '../../queries.ts';
import { rpc } from '../../rpc.ts';
import { newId } from '../../session/new-id.ts';
import { type Upload, uploadCsv } from '../../transfers.ts';
import { refuseContent, tableNameOf, uploadErrorText } from './csv-file.ts';
import { type Described, describeImport } from './import-input.ts';
import { transition } from './import-machine.ts';
import { type ImportSchema, type Parse, proposedSchema } from './import-schema.ts';
import { choosing, type ImportEffect, type ImportMove, type ImportState } from './import-states.ts';
import { finishDelay, followImport, type ImportOrder } from './import-stream.ts';
import { refreshLists, removeImport } from './interrupted-imports.ts';
import type { DescribedSheet } from './workbook-sheets.ts';

/** Rows shown of the file (specification 2, section 9: at most 50). */
const previewRows = 50;

export interface IntoTable {
  readonly basePublicId: string;
  readonly table: Table;
}

export interface ImportHandlers {
  /** Where the new database goes; null: to Home. */
  readonly workspaceId: string | null;
  /** The table that is there, into which the rows go; null: they make a new database. */
  readonly into: IntoTable | null;
  readonly onFinished: (basePublicId: string) => void;
  /** Closed without an import. */
  readonly onClosed: () => void;
  /** Back to where imports are chosen. */
  readonly onBack: () => void;
}

type EffectOf<Kind extends ImportEffect['do']> = Extract<ImportEffect, { do: Kind }>;

/** The import of one wizard: its state, and what its moves do in the world. */
export class ImportRunner {
  readonly #handlers: () => ImportHandlers;
  readonly #listeners = new Set<() => void>();
  #state: ImportState = choosing;
  /** Of the upload or preview that is under way. */
  #transfer = new AbortController();
  #stream = new AbortController();
  #finishing: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: () => ImportHandlers) {
    this.#handlers = handlers;
  }

  getState = (): ImportState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  move = (move: ImportMove): void => {
    // Left, or gone on by hand: it does not go on a second time.
    clearTimeout(this.#finishing);
    const { state, effects } = transition(this.#state, move);
    this.#state = state;
    for (const listener of this.#listeners) listener();
    for (const effect of effects) this.#run(effect);
  };

  readonly #effects: { readonly [Kind in ImportEffect['do']]: (effect: EffectOf<Kind>) => void } = {
    upload: (effect) => void this.#upload(effect),
    stopTransfer: () => this.#transfer.abort(),
    preview: (effect) => void this.#preview(effect),
    makeBase: (effect) => void this.#makeBase(effect),
    follow: ({ order }) => void this.#follow(order, async () => {}),
    resume: ({ order }) => void this.#follow(order, () => this.#resume(order)),
    stopFollowing: () => this.#stream.abort(),
    cancel: (effect) => void this.#cancel(effect),
    abandon: (effect) => this.#abandon(effect),
    remove: (effect) => void this.#remove(effect),
    trashBase: (effect) => this.#trashBase(effect),
    refreshLists,
    toast: ({ text, error }) => void toast(text, error ? { tone: 'error' } : {}),
    finished: ({ base }) => {
      this.#finishing = setTimeout(() => this.#handlers().onFinished(base), finishDelay);
    },
    goBack: () => this.#handlers().onBack(),
    close: () => this.#handlers().onClosed(),
  };

  #run(effect: ImportEffect): void {
    (this.#effects[effect.do] as (effect: ImportEffect) => void)(effect);
  }

  /** Another one takes the place of what is under way. */
  #nextTransfer(): AbortSignal {
    this.#transfer.abort();
    this.#transfer = new AbortController();
    return this.#transfer.signal;
  }

  async #upload({ file }: EffectOf<'upload'>): Promise<void> {
    const signal = this.#nextTransfer();
    const move = (move: ImportMove) => {
      if (!signal.aborted) this.move(move);
    };
    try {
      const bytes = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer());
      const error = refuseContent(bytes);
      if (error !== null) return move({ type: 'notUploaded', error, toast: 'Invalid CSV file' });
      if (signal.aborted) return;
      const upload = await uploadCsv(file, (share) => move({ type: 'sending', share }), signal);
      move({ type: 'uploaded', upload });
    } catch (error) {
      move({ type: 'notUploaded', error: uploadErrorText(error), toast: 'CSV upload failed' });
    }
  }

  async #preview({ upload, tableName, parse }: EffectOf<'preview'>): Promise<void> {
    const signal = this.#nextTransfer();
    try {
      const preview = await this.#look(upload, tableName, parse, signal);
      if (!signal.aborted)
        this.move({ type: 'previewed', preview, parse, table: this.#handlers().into?.table ?? null });
    } catch (error) {
      if (!signal.aborted) this.move({ type: 'notRead', error: errorText(error, 'Failed to process CSV') });
    }
  }

  #look(upload: Upload, tableName: string, parse: Partial<Parse>, signal: AbortSignal) {
    const input = {
      csvFileUrl: upload.url,
      tableName,
      previewRows,
      ...(Object.keys(parse).length === 0 ? {} : { parse }),
    } as CallRequest<'import.csvPreview'>;
    return rpc.call('import.csvPreview', input, { signal });
  }

  async #makeBase({ importId, schema, sheets, base: made }: EffectOf<'makeBase'>): Promise<void> {
    const { workspaceId, into } = this.#handlers();
    try {
      const { described, left } = await this.#describe(schema, sheets);
      const [first, ...rest] = described;
      const [{ error } = { error: '' }] = left;
      if (first === undefined) throw new AppError('invalid', error);
      const name = rest.length > 0 ? tableNameOf(schema.file.name) : first.config.tableName;
      const there = into?.basePublicId ?? made;
      const base = there ?? (await api.createBase(name, workspaceId)).basePublicIdentifier;
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const order = {
        importId,
        basePublicId: base,
        ...first,
        timeZone,
        baseMadeForImport: into === null,
        ...(rest.length > 0 && {
          moreSheets: rest.map(({ csvFileUrl: _, ...sheet }) => ({ importId: newId('imp'), ...sheet })),
        }),
      };
      this.move({ type: 'baseMade', importId, base, order, left });
    } catch (error) {
      this.move({ type: 'failed', importId, error });
    }
  }

  /** Looks through the sheets that nobody looked at; one that cannot be read does not keep back the others. */
  async #describe({ file, upload }: ImportSchema, sheets: readonly DescribedSheet[]) {
    const signal = this.#nextTransfer();
    const described: Described[] = [];
    const left: { readonly tableName: string; readonly error: string }[] = [];
    for (const { name, described: known } of sheets) {
      try {
        const parse = { sheet: name };
        const proposed = async () =>
          proposedSchema(file, upload, await this.#look(upload, '', parse, signal), parse);
        described.push(known ?? describeImport(await proposed()));
      } catch (error) {
        if (!(error instanceof AppError) || errorKinds[error.kind].retry) throw error;
        left.push({ tableName: name, error: errorText(error, 'The sheet cannot be read') });
      }
    }
    return { described, left };
  }

  async #follow(order: ImportOrder, prepare: () => Promise<void>): Promise<void> {
    this.#stream.abort();
    this.#stream = new AbortController();
    const { signal } = this.#stream;
    const { importId } = order;
    try {
      await prepare();
      const hear = (event: Extract<ImportMove, { type: 'heard' }>['event']) => {
        if (!signal.aborted) this.move({ type: 'heard', importId, event });
      };
      await followImport(rpc, order, hear, signal);
    } catch (error) {
      if (!signal.aborted) this.move({ type: 'failed', importId, error });
    }
  }

  async #resume({ importId }: ImportOrder): Promise<void> {
    await rpc.call('import.resume', { importId }).catch((error: unknown) => {
      // It never reached the server: following it begins it.
      if (!(error instanceof AppError && error.kind === 'not-found')) throw error;
    });
  }

  async #cancel({ importId }: EffectOf<'cancel'>): Promise<void> {
    try {
      await rpc.call('import.cancel', { importId });
      this.move({ type: 'cancelled', importId });
    } catch (error) {
      this.move({ type: 'notCancelled', importId, error });
    }
  }

  #abandon({ importId }: EffectOf<'abandon'>): void {
    const stream = this.#stream;
    void rpc
      .call('import.cancel', { importId }, { keepalive: true })
      .catch(() => undefined)
      .finally(() => stream.abort());
  }

  async #remove({ importId }: EffectOf<'remove'>): Promise<void> {
    try {
      await removeImport(importId);
      this.move({ type: 'removed', importId });
    } catch (error) {
      this.move({ type: 'notRemoved', importId, error });
    }
  }

  #trashBase({ base }: EffectOf<'trashBase'>): void {
    // It was there before the import, and stays.
    if (this.#handlers().into !== null) return;
    void api.trashFlows([base], 'trash').then(
      () => queryClient.invalidateQueries({ queryKey: ['flows'] }),
      () => undefined,
    );
  }
}
