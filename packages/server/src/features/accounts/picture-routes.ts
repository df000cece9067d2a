import { isShownImage } from '@weft/core';
import { invalid } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { fileIdOf, fileUrl } from '../../files/file-address.ts';
import { receivePart } from '../../files/multipart-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { keysOf } from '../../files/thumbnails.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { AccountsDeps } from './deps.ts';
import { requireOrganizationAdmin } from './organization-routes.ts';

export const maxPictureBytes = 5 * 1024 * 1024;

function requireImage(mimeType: string): void {
  if (!isShownImage(mimeType)) throw invalid('file', 'Choose an image: PNG, JPEG, GIF, WebP or AVIF');
}

/** Removes the file of a picture that nothing references now, by its path. */
export async function forgetPicture({ files }: AccountsDeps, picture: string | null): Promise<void> {
  const id = picture === null ? null : fileIdOf(picture);
  if (id === null) return;
  await files.files.release(id);
  for (const key of keysOf(id)) await files.fileStore.remove(key);
}

/** A person's picture: their colleagues see it, and nobody else. */
export function mountPicture(app: FastifyInstance, deps: AccountsDeps): void {
  /** Sets the picture, or removes it, and forgets the one of before. */
  const change = async (userId: string, picture: string | null): Promise<void> => {
    const before = await deps.people.setPicture(userId, picture);
    deps.sessions.forget();
    await forgetPicture(deps, before);
  };

  serveUpload(app, 'POST /v1/me/picture', maxPictureBytes, async ({ request, file }) => {
    const { userId, organizationId } = requireCaller(request);
    const { id, name } = await receivePart(deps.files, request, await file(), {
      organizationId,
      userId,
      purpose: 'picture',
      maxBytes: maxPictureBytes,
      check: requireImage,
    });
    const picture = new URL(fileUrl('http://path', id, name)).pathname;
    await change(userId, picture);
    return { picture };
  });

  const changeOfOrganization = async (organizationId: string, picture: string | null): Promise<void> => {
    const before = await deps.organizations.setPicture(organizationId, picture);
    deps.sessions.forget();
    await forgetPicture(deps, before);
  };

  serveUpload(app, 'POST /v1/organization/picture', maxPictureBytes, async ({ request, file }) => {
    const { userId, organizationId } = requireOrganizationAdmin(requireCaller(request));
    const { id, name } = await receivePart(deps.files, request, await file(), {
      organizationId,
      userId,
      purpose: 'organization',
      maxBytes: maxPictureBytes,
      check: requireImage,
    });
    const picture = new URL(fileUrl('http://path', id, name)).pathname;
    await changeOfOrganization(organizationId, picture);
    await writeAudit(deps, request, { action: 'organization.changed', details: { settings: 'picture' } });
    return { picture };
  });

  serve(app, 'DELETE /v1/organization/picture', async ({ request }) => {
    const { organizationId } = requireOrganizationAdmin(requireCaller(request));
    await changeOfOrganization(organizationId, null);
    await writeAudit(deps, request, { action: 'organization.changed', details: { settings: 'picture' } });
    return { ok: true } as const;
  });

  serve(app, 'DELETE /v1/me/picture', async ({ request }) => {
    await change(requireCaller(request).userId, null);
    return { ok: true } as const;
  });
}
