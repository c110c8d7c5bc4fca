import { useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { IconAlertTriangle, IconClock } from '#icons'
import { DeliveryList } from '#web/crm/request-log/delivery-list.tsx'
import { onDay } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Note } from '#web/ui/note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { State } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { LeadSource } from '#web/wire.ts'
import { useSource } from './api.ts'
import { kinds } from './kinds.tsx'
import { ReplayAll, ReplayRejected } from './replay-all.tsx'
import { SourceMenu } from './source-menu.tsx'
import { stateLabels } from './states.ts'
import { strings } from './strings.ts'

/** Leads → Sources → one: how it stands, what to copy where, and every request that came to it. */
export const SourcePage = () => {
  const { sourceId } = useParams({ from: '/staff/leads/sources/$sourceId' })
  const { data, error, isPending, refetch } = useSource(sourceId)
  const source = data?.source
  return (
    <>
      <PageHeader
        title={source?.name ?? strings.source}
        back={{ label: strings.sources, to: '/leads/sources' }}
        {...(source ? { lead: <State of={stateLabels[source.state]} />, actions: <SourceMenu of={source} /> } : {})}
      />
      <ErrorNote error={error} title={strings.sourceFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {source && <Source key={source.id} of={source} />}
    </>
  )
}

const Source = ({ of: source }: { of: LeadSource }) => {
  const { Setup } = kinds[source.kind]
  return (
    <>
      <Standing of={source} />
      <Part title={strings.details}>
        <SourceFacts of={source} />
      </Part>
      <Part title={strings.setUp}>
        <Suspense fallback={<RowsPending rows={2} />}>
          <Setup source={source} />
        </Suspense>
      </Part>
      <Part title={strings.requests}>
        {source.rejected > 0 && <ReplayRejected source={source} />}
        <DeliveryList keyId={source.id} />
      </Part>
    </>
  )
}

/** What a person should do about it now, where there is something. */
const Standing = ({ of: source }: { of: LeadSource }) => {
  const { state, held, conflicts } = source
  // What else is rejected before the first lead is no waiting.
  const isSampled = source.kind === 'webhook' && source.rejected > 0
  const warning = <IconAlertTriangle size={18} />
  return (
    <>
      {state === 'waiting' && (
        <Note tone="good" icon={<IconClock size={18} />} title={isSampled ? strings.sampleCame : strings.waitingFirst}>
          {isSampled ? strings.sampleCameText : strings.waitingText}
        </Note>
      )}
      {state === 'silent' && (
        <Note tone="bad" icon={warning} title={strings.silentTitle}>
          {strings.silentText}
        </Note>
      )}
      {state === 'rejecting' && (
        <Note tone="bad" icon={warning} title={strings.rejectingTitle}>
          {strings.rejectingText}
        </Note>
      )}
      {state === 'trouble' && (
        <Note tone="bad" icon={warning} title={strings.troubleTitle}>
          {strings.troubleText}
        </Note>
      )}
      {state === 'off' && <Note tone="bad" icon={warning} title={strings.offTitle} />}
      {held > 0 && (
        <Note tone="bad" icon={warning} title={strings.heldTitle(held)}>
          {strings.heldText} <ReplayAll source={source} which="held" label={strings.releaseAll} />
        </Note>
      )}
      {source.has_constant_id && (
        <Note tone="bad" icon={warning} title={strings.constantIdTitle}>
          {strings.constantIdText}
        </Note>
      )}
      {conflicts > 0 && (
        <Note tone="bad" icon={warning} title={strings.conflictTitle(conflicts)}>
          {strings.conflictText} <ReplayAll source={source} which="conflict" label={strings.makeAll} />
        </Note>
      )}
    </>
  )
}

const SourceFacts = ({ of: source }: { of: LeadSource }) => (
  <Facts>
    <Fact name={strings.kind}>{kinds[source.kind].name}</Fact>
    <Fact name={strings.lastLead}>{source.last_lead_at ? <RelativeTime at={source.last_lead_at} long /> : strings.never}</Fact>
    <Fact name={strings.week}>{strings.atMost(source.leads_7_days)}</Fact>
    <Fact name={strings.rejected}>{strings.atMost(source.rejected_7_days)}</Fact>
    <Fact name={strings.created}>
      {source.created_by ? strings.createdBy(onDay(source.created_at), source.created_by.name) : onDay(source.created_at)}
    </Fact>
  </Facts>
)
