import { isAtLeast, useSession } from '#web/session.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { useModels } from './api.ts'
import { Budgets } from './budgets.tsx'
import { Drafts } from './drafts.tsx'
import { ModelPrice } from './model-price.tsx'
import { Models } from './models.tsx'
import { NewestCalls } from './newest-calls.tsx'
import { Privacy } from './privacy.tsx'
import { strings } from './strings.ts'
import { Usage } from './usage.tsx'

/** Settings → AI: what models cost and may cost, and which are asked. Members see what they asked themselves. */
export const AiPage = () => {
  const { role } = useSession()
  const { data, error, isPending, refetch } = useModels()
  const isAdmin = isAtLeast(role, 'admin')
  return (
    <>
      <PageHeader title={strings.ai} about={strings.about} width="form" />
      <ErrorNote error={error} title={strings.failed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={4} />}
      {data && (
        <FormPage>
          <Usage isAdmin={isAdmin} />
          <Budgets mayChange={role === 'owner'} isAdmin={isAdmin} />
          <Models shown={data} mayChange={isAdmin} isOwner={role === 'owner'} />
          <Drafts shown={data} mayChange={isAdmin} />
          <Privacy shown={data} mayChange={isAdmin} />
          {role === 'owner' && <ModelPrice />}
          {isAdmin && <NewestCalls isOwner={role === 'owner'} />}
        </FormPage>
      )}
    </>
  )
}
