import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorNote } from '../parts/error-note.tsx'
import { PagePending } from '../shell/page-pending.tsx'
import { Door } from './door.tsx'
import { words } from './messages.ts'

// What the page behind a one-time link shows when it cannot show its form.

export const Checking = ({ title }: { title: string }) => (
  <Door title={title} lead={words.checking}>
    <PagePending />
  </Door>
)

export const Unknown = ({ title, error, again }: { title: string; error: unknown; again: () => void }) => (
  <Door title={title}>
    <ErrorNote error={error} onRetry={again} />
  </Door>
)

export const LinkGone = ({ text }: { text: string }) => (
  <Door title={words.linkGoneTitle} lead={text}>
    <Button component={Link} to="/sign-in" fullWidth>
      {words.toSignIn}
    </Button>
  </Door>
)
