import { Button } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { useMaybeSession } from '../session.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { strings } from './strings.ts'

/** An address that leads nowhere, and the ways on from it. */
export const NotFoundPage = () => {
  const router = useRouter()
  const session = useMaybeSession()
  return (
    <div style={session ? undefined : { padding: '3rem 1.5rem', maxWidth: '40rem', margin: '0 auto' }}>
      <PageHeader title={strings.notFoundTitle} lead={strings.notFoundText} />
      <div style={{ display: 'flex', gap: '0.5rem', flexWrap: 'wrap' }}>
        <Button component={Link} to="/">
          {strings.toHome}
        </Button>
        {router.history.canGoBack() && (
          <Button variant="default" onClick={() => router.history.back()}>
            {strings.goBack}
          </Button>
        )}
      </div>
    </div>
  )
}
