import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CallError, isUnreachable } from '../gateway.ts'
import { useChanges } from '../live.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { strings } from './strings.ts'

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
  // The server is back: retry without a click.
  useChanges([], () => void again())
  return (
    <div style={{ padding: 'clamp(0rem, 2vw, 1rem)', maxWidth: '40rem', margin: '0 auto' }}>
      <PageHeader title={strings.errorTitle} />
      <ErrorNote error={isMissingFile(error) ? missingFile : error} />
      <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap', marginTop: '1rem' }}>
        <Button onClick={again}>{strings.reload}</Button>
        {!isUnreachable(error) && (
          <Button component={Link} to="/" variant="default">
            {strings.toHome}
          </Button>
        )}
      </div>
    </div>
  )
}

const missingFile = new CallError({ message: strings.fileMissing, code: 'file_missing', status: 0 })

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module|module script|Unable to preload/i.test(error.message)
