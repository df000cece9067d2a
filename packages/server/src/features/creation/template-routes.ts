import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { CreationDeps } from './deps.ts';
import { makeBase } from './make-base.ts';
import { baseTemplates } from './templates/base-templates.ts';
import { presentTemplate, previewTemplate } from './templates/present-template.ts';
import { searchTemplates } from './templates/search-templates.ts';
import type { BaseTemplate } from './templates/template.ts';
import { templateContent } from './templates/template-content.ts';

function templateCalled(wanted: string): BaseTemplate {
  const template = baseTemplates.find(({ name }) => name === wanted);
  if (template === undefined) throw notFound('Template not found');
  return template;
}

/** The gallery of templates, and databases made of them. */
export function mountTemplates(app: FastifyInstance, deps: CreationDeps): void {
  serve(app, 'GET /admin/bases/templates', async ({ request, query }) => {
    requireCaller(request);
    const { search = '' } = query();
    const templates = searchTemplates(baseTemplates, search).map(presentTemplate);
    return { templates, suggestsTables: deps.ai !== null };
  });

  serve(app, 'GET /admin/bases/templates/:name', async ({ request, path }) => {
    requireCaller(request);
    return { template: previewTemplate(templateCalled(path.name), deps.now()) };
  });

  serve(app, 'POST /admin/bases/templates/:name', async ({ request, path, body }) => {
    const { workspaceId = null, actionId = null } = body();
    const template = templateCalled(path.name);
    const content = () => templateContent(template, deps.newId, new Date(deps.now()));
    const name = template.title;
    return {
      basePublicIdentifier: await makeBase(
        deps,
        { caller: requireCaller(request), ip: request.ip },
        { name, workspaceId, actionId, content },
      ),
    };
  });
}
