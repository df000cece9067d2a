import { createRootRoute, createRoute } from '@tanstack/react-router';
import { invitationQuery, readSoon, visitorQuery } from './queries.ts';
import { NotFound } from './shell/pages.tsx';
import { RootPage } from './shell/RootPage.tsx';
import { lazyPage, leaveWhenSignedIn } from './shell/route-parts.ts';
import { nextSearch, signInSearch } from './shell/route-search.ts';

export const root = createRootRoute({ component: RootPage, notFoundComponent: NotFound });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: signInSearch,
  beforeLoad: leaveWhenSignedIn,
  component: lazyPage(() => import('./features/auth/SignInPage.tsx'), 'SignInPage'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: nextSearch,
  beforeLoad: leaveWhenSignedIn,
  component: lazyPage(() => import('./features/auth/SignUpPage.tsx'), 'SignUpPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyPage(() => import('./features/auth/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyPage(() => import('./features/auth/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyPage(() => import('./features/auth/VerifyEmailPage.tsx'), 'VerifyEmailPage'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$code',
  loader: ({ params }) => {
    readSoon(visitorQuery);
    readSoon(invitationQuery(params.code));
  },
  component: lazyPage(() => import('./features/auth/InvitePage.tsx'), 'InvitePage'),
});

const inviteCode = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyPage(() => import('./features/auth/InviteCodePage.tsx'), 'InviteCodePage'),
});

/** The pages of whoever is not signed in yet. */
export const authRoutes = [
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  verifyEmail,
  invite,
  inviteCode,
] as const;
