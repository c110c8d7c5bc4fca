import { Stack, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { prettyJson } from '../leads/json-text.ts'
import { Card } from '../parts/card.tsx'
import { CodeBlock } from '../parts/code-block.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { RowsPending } from '../parts/keyset-list.tsx'
import { PageHeader } from '../parts/page-header.tsx'
import { AbsoluteTime } from '../parts/relative-time.tsx'
import { useDelivery } from './calls.ts'
import { Mend } from './mend.tsx'
import { Fact, Facts, Note, State } from './parts.tsx'
import classes from './settings.module.css'
import type { WholeDelivery } from './shapes.ts'
import { counted, isOpen, whatHappened, wordOf } from './words.ts'

/** Settings → Deliveries → one: what came, what became of it, and the way to mend it. */
export const DeliveryPage = () => {
  const { deliveryId } = useParams({ from: '/staff/settings/deliveries/$deliveryId' })
  const { data, error, isPending, refetch } = useDelivery(deliveryId)
  const delivery = data?.delivery
  return (
    <>
      <PageHeader
        title="Delivery"
        back={{ label: 'Deliveries', to: '/settings/deliveries' }}
        {...(delivery ? { lead: <State word={wordOf(delivery)} /> } : {})}
      />
      <ErrorNote error={error} title="The delivery could not be loaded." onRetry={() => void refetch()} />
      {isPending && <RowsPending rows={3} />}
      {delivery && (
        <Stack>
          <WhatHappened to={delivery} />
          {isOpen(delivery) && <Mend key={delivery.id} of={delivery} />}
          <About delivery={delivery} />
          <Received of={delivery} />
          <AsCurl of={delivery} />
        </Stack>
      )}
    </>
  )
}

const WhatHappened = ({ to: delivery }: { to: WholeDelivery }) => {
  if (isOpen(delivery)) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={whatHappened(delivery)}>
        {delivery.mend}
      </Note>
    )
  }
  const lead = delivery.lead_id && (
    <Link to="/leads/$leadId" params={{ leadId: delivery.lead_id }} className={classes.link}>
      See the lead
    </Link>
  )
  if (delivery.outcome === 'rejected') {
    return (
      <Note tone="good" icon={<IconCircleCheck size={18} />} title="Mended, and taken after all.">
        At first it was refused: {whatHappened(delivery)} {lead}
      </Note>
    )
  }
  if (delivery.external_id_conflict) {
    return (
      <Note tone="bad" icon={<IconAlertTriangle size={18} />} title={whatHappened(delivery)}>
        Two tools may be using the same ids. {lead}
      </Note>
    )
  }
  return (
    <Note tone="good" icon={<IconCircleCheck size={18} />} title={whatHappened(delivery)}>
      {lead}
    </Note>
  )
}

const About = ({ delivery }: { delivery: WholeDelivery }) => (
  <Card title="The request">
    <Facts>
      <Fact name="Received">
        <AbsoluteTime at={delivery.received_at} />
      </Fact>
      <Fact name="Answer">
        {delivery.status}
        {delivery.code ? ` ${delivery.code}` : ''}
      </Fact>
      {delivery.field && <Fact name="Field to blame">{delivery.field}</Fact>}
      <Fact name="Key">
        {delivery.key ? (
          <Link to="/settings/keys/$keyId" params={{ keyId: delivery.key.id }} className={classes.link}>
            {delivery.key.name}
          </Link>
        ) : (
          'Not known any more'
        )}
      </Fact>
      {delivery.mended_by && <OtherDelivery name="Mended by" id={delivery.mended_by} />}
      {delivery.replay_of && <OtherDelivery name="Mends" id={delivery.replay_of} />}
      {delivery.unused_fields.length > 0 && <Fact name="Fields not used">{delivery.unused_fields.join(', ')}</Fact>}
      <Fact name="Request id" wide>
        {delivery.id}
      </Fact>
    </Facts>
  </Card>
)

const OtherDelivery = ({ name, id }: { name: string; id: string }) => (
  <Fact name={name}>
    <Link to="/settings/deliveries/$deliveryId" params={{ deliveryId: id }} className={classes.link}>
      Another delivery
    </Link>
  </Fact>
)

const Received = ({ of: { body } }: { of: WholeDelivery }) => {
  const [isWhole, setIsWhole] = useState(false)
  if (!body) {
    return (
      <Card title="What was received">
        <Text size="sm">The body was never read whole: the request was answered before it, or it was too large.</Text>
      </Card>
    )
  }
  return (
    <Card
      title="What was received"
      actions={
        body.text !== null && (
          <Switch label="Show personal data" checked={isWhole} onChange={(event) => setIsWhole(event.currentTarget.checked)} />
        )
      }
    >
      <Text size="sm" c="dimmed" mb="xs">
        {counted(body.bytes)} {body.bytes === 1 ? 'byte' : 'bytes'}
        {body.text === null && ', not valid UTF-8: shown as base64'}
        {body.text !== null && !isWhole && ', with addresses, numbers and secrets masked'}
      </Text>
      <CodeBlock
        text={body.text === null ? (body.base64 ?? '') : isWhole ? body.text : prettyJson(body.redacted)}
        label="Body"
        maxHeight="24rem"
      />
    </Card>
  )
}

const AsCurl = ({ of: delivery }: { of: WholeDelivery }) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Card
      title="As a curl line"
      actions={<Switch label="Show" checked={isShown} onChange={(event) => setIsShown(event.currentTarget.checked)} />}
    >
      <Text size="sm" c="dimmed">
        Sends the same bytes again, personal data included. Set FOYER_KEY to the key first: Foyer does not have its text.
      </Text>
      {isShown && (
        <div style={{ marginTop: '0.75rem' }}>
          <CodeBlock text={delivery.curl} label="curl line" maxHeight="16rem" />
        </div>
      )}
    </Card>
  )
}
