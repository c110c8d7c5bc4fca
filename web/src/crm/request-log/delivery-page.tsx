import { Switch, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { IconAlertTriangle, IconCircleCheck } from '#icons'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { asProse, ErrorNote } from '#web/ui/error-note.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { FormPage, Part } from '#web/ui/form-page.tsx'
import { RowsPending } from '#web/ui/keyset-list.tsx'
import { Note } from '#web/ui/note.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { State } from '#web/ui/pill.tsx'
import { AbsoluteTime } from '#web/ui/relative-time.tsx'
import type { DeliveryDetail } from '#web/wire.ts'
import { prettyJson } from '../leads/json-text.ts'
import { useDelivery } from './api.ts'
import { FixRequest } from './edit-request.tsx'
import { OwnLead, ReleaseRequest } from './release-request.tsx'
import { isHeld, isInConflict, isOpen, labelOf, whatHappened } from './states.ts'
import { strings } from './strings.ts'

/** Settings → Deliveries → one: the original request, its outcome, and the way to fix it. */
export const DeliveryPage = () => {
  const { deliveryId } = useParams({ from: '/staff/settings/deliveries/$deliveryId' })
  const { data, error, isPending, refetch } = useDelivery(deliveryId)
  const delivery = data?.delivery
  return (
    <>
      <PageHeader
        title={strings.delivery}
        back={{ label: strings.deliveries, to: '/settings/deliveries' }}
        width="form"
        {...(delivery ? { lead: <State of={labelOf(delivery)} /> } : {})}
      />
      <ErrorNote error={error} title={strings.deliveryFailed} onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {delivery && (
        <FormPage>
          <WhatHappened to={delivery} />
          {isOpen(delivery) && <FixRequest key={delivery.id} of={delivery} />}
          {isHeld(delivery) && <ReleaseRequest of={delivery} />}
          {isInConflict(delivery) && <OwnLead of={delivery} />}
          <About delivery={delivery} />
          <Received of={delivery} />
          {delivery.curl !== null && <AsCurl line={delivery.curl} />}
        </FormPage>
      )}
    </>
  )
}

const WhatHappened = ({ to: delivery }: { to: DeliveryDetail }) => {
  if (isOpen(delivery) || isHeld(delivery)) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={whatHappened(delivery)}>
        {delivery.mend && asProse(delivery.mend)}
      </Note>
    )
  }
  const lead = delivery.lead_id && (
    <Link to="/leads/$leadId" params={{ leadId: delivery.lead_id }} className="text-link">
      {strings.openLead}
    </Link>
  )
  if (delivery.outcome === 'rejected' || delivery.outcome === 'held' || (delivery.external_id_conflict && delivery.mended_by)) {
    const title = delivery.outcome === 'held' ? strings.releasedTitle : strings.fixedTitle
    return (
      <Note tone="good" icon={<IconCircleCheck size={18} />} title={title}>
        {delivery.outcome === 'rejected' && strings.atFirst(whatHappened(delivery))} {lead}
      </Note>
    )
  }
  if (delivery.external_id_conflict) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={whatHappened(delivery)}>
        {strings.sameIds} {lead}
      </Note>
    )
  }
  return (
    <Note tone="good" icon={<IconCircleCheck size={18} />} title={whatHappened(delivery)}>
      {lead}
    </Note>
  )
}

const About = ({ delivery }: { delivery: DeliveryDetail }) => (
  <Part title={strings.details}>
    <Facts>
      <Fact name={strings.received}>
        <AbsoluteTime at={delivery.received_at} />
      </Fact>
      <Fact name={strings.response}>
        {delivery.status}
        {delivery.code ? ` ${delivery.code}` : ''}
      </Fact>
      {delivery.field && <Fact name={strings.field}>{delivery.field}</Fact>}
      {delivery.source && (
        <Fact name={strings.ofSource}>
          <Link to="/leads/sources/$sourceId" params={{ sourceId: delivery.source.id }} className="text-link">
            {delivery.source.name}
          </Link>
        </Fact>
      )}
      {!delivery.source && (
        <Fact name={strings.ofKey}>
          {delivery.key ? (
            <Link to="/settings/keys/$keyId" params={{ keyId: delivery.key.id }} className="text-link">
              {delivery.key.name}
            </Link>
          ) : (
            strings.keyUnknown
          )}
        </Fact>
      )}
      {delivery.mended_by && <OtherDelivery name={strings.fixedBy} id={delivery.mended_by} />}
      {delivery.replay_of && <OtherDelivery name={strings.fixes} id={delivery.replay_of} />}
      {delivery.unused_fields.length > 0 && <Fact name={strings.fieldsNotUsed}>{delivery.unused_fields.join(', ')}</Fact>}
      <Fact name={strings.requestId} wide>
        {delivery.id}
      </Fact>
    </Facts>
  </Part>
)

const OtherDelivery = ({ name, id }: { name: string; id: string }) => (
  <Fact name={name}>
    <Link to="/settings/deliveries/$deliveryId" params={{ deliveryId: id }} className="text-link">
      {strings.anotherDelivery}
    </Link>
  </Fact>
)

const Received = ({ of: { body, body_removed: isRemoved } }: { of: DeliveryDetail }) => {
  const [isWhole, setIsWhole] = useState(false)
  if (!body) {
    return (
      <Part title={strings.original}>
        <Text size="sm">{isRemoved ? strings.bodyRemoved : strings.neverRead}</Text>
      </Part>
    )
  }
  return (
    <Part
      title={strings.original}
      actions={
        body.text !== null && (
          <Switch
            label={strings.showPersonal}
            checked={isWhole}
            onChange={(event) => setIsWhole(event.currentTarget.checked)}
          />
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {body.text === null
          ? strings.bytesBase64(body.bytes)
          : isWhole
            ? strings.bytes(body.bytes)
            : strings.bytesMasked(body.bytes)}
      </Text>
      <CodeBlock
        text={body.text === null ? (body.base64 ?? '') : isWhole ? body.text : prettyJson(body.redacted)}
        label={strings.body}
        maxHeight="24rem"
      />
    </Part>
  )
}

const AsCurl = ({ line }: { line: string }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Part
      title={strings.asCurl}
      actions={<Switch label={strings.show} checked={isShown} onChange={(event) => setIsShown(event.currentTarget.checked)} />}
    >
      <Text size="sm" c="dimmed">
        {strings.asCurlText}
      </Text>
      {isShown && (
        <div style={{ marginTop: '0.75rem' }}>
          <CodeBlock text={line} label={strings.curlLine} maxHeight="16rem" />
        </div>
      )}
    </Part>
  )
}
