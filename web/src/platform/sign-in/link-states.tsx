import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PagePending } from '#web/shell/page-pending.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import classes from './setup.module.css'
import { SignInFrame } from './sign-in-frame.tsx'
import { strings } from './strings.ts'

// What the page behind a one-time link shows when it cannot show its form.

export const Checking = ({ title }: { title: string }) => (
  <SignInFrame title={title} lead={strings.checking}>
    <PagePending />
  </SignInFrame>
)

export const Unknown = ({ title, error, again }: { title: string; error: unknown; again: () => void }) => (
  <SignInFrame title={title}>
    <ErrorNote error={error} onRetry={again} />
  </SignInFrame>
)

export const LinkGone = ({ text, children }: { text: string; children?: ReactNode }) => (
  <SignInFrame title={strings.linkGoneTitle} lead={text}>
    <div className={classes.form}>
      {children}
      <Button component={Link} to="/sign-in" variant={children ? 'default' : 'filled'} fullWidth>
        {strings.toSignIn}
      </Button>
    </div>
  </SignInFrame>
)

/** The link did its work, and opened no session: the second factor comes first. */
export const NowSignIn = () => (
  <SignInFrame title={strings.nowSignIn} lead={strings.nowSignInLead}>
    <Button component={Link} to="/sign-in" size="md" fullWidth>
      {strings.toSignIn}
    </Button>
  </SignInFrame>
)
