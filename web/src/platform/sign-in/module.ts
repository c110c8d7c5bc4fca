import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { WebModule } from '#web/module.ts'
import { root } from '#web/shell/root.ts'

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } => pathIn(search.next),
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/set-up',
  component: lazyRouteComponent(() => import('./set-up-page.tsx'), 'SetUpPage'),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/set-password',
  component: lazyRouteComponent(() => import('./set-password-page.tsx'), 'SetPasswordPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
})

const acceptInvite = createRoute({
  getParentRoute: () => root,
  path: '/accept-invite',
  component: lazyRouteComponent(() => import('./accept-invite-page.tsx'), 'AcceptInvitePage'),
})

/** Where to go after signing in: a path of this app, never another site. */
const pathIn = (value: unknown): { next?: string } =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? { next: value } : {}

export const publicRoutes = [signIn, setUp, setPassword, forgotPassword, acceptInvite]

export const module: WebModule = {
  sentences: () => import('./sentences.ts'),
}
