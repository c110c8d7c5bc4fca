import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { isUnreachable } from '../gateway.ts'
import { ErrorNote } from '../parts/error-note.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { words } from './messages.ts'

/** A page that broke. The frame around it stands; the page can be tried again. */
export const ErrorPage = ({ error, reset }: ErrorComponentProps) => {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const again = async (): Promise<void> => {
    // A page whose file is gone (a new version was installed) can only be had by loading everything anew.
    if (isMissingFile(error)) return location.reload()
    resetQueries()
    reset()
    await router.invalidate()
  }
  return (
    <div style={{ padding: 'clamp(0rem, 2vw, 1rem)', maxWidth: '40rem', margin: '0 auto' }}>
      <PageHeader title={words.errorTitle} />
      <ErrorNote error={error} />
      <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap', marginTop: '1rem' }}>
        <Button onClick={again}>{words.reload}</Button>
        {!isUnreachable(error) && (
          <Button component={Link} to="/leads" variant="default">
            {words.toLeads}
          </Button>
        )}
      </div>
    </div>
  )
}

const isMissingFile = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|Importing a module|module script/i.test(error.message)
