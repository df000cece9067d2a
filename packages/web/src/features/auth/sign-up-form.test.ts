import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Visitor } from '../../api.ts';
import { visitorQuery } from '../../queries.ts';
import { SignUpForm } from './SignUpForm.tsx';

/** What stands on the page before anything is filled in. */
async function page(signUp: Visitor['signUp'], invitationCode: string | null): Promise<string> {
  const client = new QueryClient();
  client.setQueryData(visitorQuery.queryKey, { me: null, providers: [], signUp });
  const form = () =>
    createElement(SignUpForm, { title: 'Join us', invitationCode, next: undefined, onDone: () => {} });
  const router = createRouter({
    routeTree: createRootRoute({ component: form }),
    history: createMemoryHistory(),
  });
  await router.load();
  const shown = createElement(RouterProvider, { router: router as never });
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, shown));
}

it.each([
  ['open', null, 'Create account'],
  ['invite', 'code', 'Create account'],
  ['invite', null, 'Sign-up is by invitation'],
  ['closed', null, 'Sign-up is closed'],
  ['closed', 'code', 'Sign-up is closed'],
] as const)('says at once, with sign-up %s and the invitation %s: %s', async (mode, code, text) => {
  const html = await page(mode, code);
  expect(html).toContain(text);
  expect(html.includes('<form')).toBe(text === 'Create account');
});
