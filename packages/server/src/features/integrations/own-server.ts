import { AiFault, type OwnServer, ServiceFault } from '@weft/integrations';
import { AppError, errorKinds } from '@weft/std';
import type { IntegrationsDeps, Owner } from './integrations-deps.ts';

/** What this server refuses, as another service would. */
async function asService<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A model that did not answer in time may have worked, and is paid for it: nobody asks it again unasked.
    const mayBeDone = error.cause instanceof AiFault && error.cause.reason === 'timeout';
    const usual = errorKinds[error.kind].retry ? 'retry' : 'permanent';
    throw new ServiceFault(mayBeDone ? 'unknown' : usual, error.message, { cause: error });
  }
}

/** This server, for connectors that lead into it. */
export const ownServer = (
  { ai, ownForms, ownPdfs }: Pick<IntegrationsDeps, 'ai' | 'ownForms' | 'ownPdfs'>,
  owner: Owner,
  signal?: AbortSignal,
): OwnServer => {
  const { organizationId } = owner;
  const forms = ownForms(owner);
  const pdfs = ownPdfs(owner, signal);
  return {
    model: () => {
      if (ai === null)
        throw new ServiceFault(
          'permanent',
          'This server has no language model any more: use a key of your own',
        );
      const order = { organizationId, purpose: 'answers', ...(signal && { signal }) } as const;
      return (text) => asService(() => ai.answer(text, order));
    },
    forms: {
      list: () => asService(() => forms.list()),
      fieldsOf: (formId) => asService(() => forms.fieldsOf(formId)),
      submit: (formId, item) => asService(() => forms.submit(formId, item)),
    },
    pdfs: {
      write: (key, pdf) => asService(() => pdfs.write(key, pdf)),
      fieldsOf: (fileId) => asService(() => pdfs.fieldsOf(fileId)),
      fill: (key, pdf) => asService(() => pdfs.fill(key, pdf)),
    },
  };
};
