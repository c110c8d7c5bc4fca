import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { DeliveryList } from '#web/crm/request-log/delivery-list.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { State } from '#web/ui/pill.tsx'
import type { ApiKey } from '#web/wire.ts'
import { useKey } from './api.ts'
import { KeyFacts } from './key-facts.tsx'
import { KeyMenu } from './key-menu.tsx'
import { FirstLead } from './key-secret.tsx'
import { RollKey } from './roll-key.tsx'
import { keyLabels } from './states.ts'
import { strings } from './strings.ts'

/** Settings → API keys → one key, and every request that came with it. */
export const KeyPage = () => {
  const { keyId } = useParams({ from: '/staff/settings/keys/$keyId' })
  const start = useKey(keyId, (known) => known !== undefined && !known.first_lead && known.key.state === 'active')
  const [rolling, setRolling] = useState<ApiKey | null>(null)
  const key = start.data?.key

  return (
    <>
      <PageHeader
        title={key?.name ?? strings.key}
        back={{ label: strings.keys, to: '/settings/keys' }}
        {...(key ? { lead: <State of={keyLabels[key.state]} />, actions: <KeyMenu of={key} onRoll={setRolling} /> } : {})}
      />
      <ErrorNote error={start.error} title={strings.keyFailed} onRetry={() => void start.refetch()} />
      {start.isPending && <RowsPending rows={2} />}
      {key && (
        <>
          <Part title={strings.details}>
            <KeyFacts of={key} />
          </Part>
          {!start.data?.first_lead && key.state === 'active' && <FirstLead start={start.data} />}
          <Part title={strings.requests}>
            <DeliveryList keyId={keyId} />
          </Part>
        </>
      )}
      <RollKey of={rolling} onClose={() => setRolling(null)} />
    </>
  )
}
