import type { FlowJob } from '@weft/db';
import { fileUrl } from '../../files/file-address.ts';

/** A job as whoever asked for it is told of it. */
export function presentFlowJob({ baseUrl }: { readonly baseUrl: () => string }, job: FlowJob) {
  const { id, kind, name, state, share, fault, flow, fileId, createdAt } = job;
  const downloadUrl = fileId === null ? null : fileUrl(baseUrl(), fileId, `${name}.weft.zip`);
  return { id, kind, name, state, share, fault, flow, downloadUrl, createdAt };
}
