import { pageTheme, themeCss } from '@weft/documents';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';

export const themeAddress = (name: string): string => `/form-themes/${name}.css`;

const address = /^\/form-themes\/([\w-]+)\.css$/;

/** The name of the theme whose style sheet is at an address; null: none. */
export const themeOfAddress = (path: string): string | null => address.exec(path)?.[1] ?? null;

/** The style sheets of themes: files like those of the build, made of the list of themes. */
export function mountThemes(app: FastifyInstance): void {
  app.get('/form-themes/:file', { config: { unguarded: 'file' } }, (request, reply) => {
    const { file } = request.params as { readonly file: string };
    const theme = pageTheme(file.replace(/\.css$/, ''));
    if (theme === undefined) throw notFound('There is no such theme');
    return reply
      .header('content-type', 'text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(themeCss(theme));
  });
}
