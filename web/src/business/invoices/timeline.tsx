import { Link } from '@tanstack/react-router'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCash,
  IconCircleCheck,
  IconClockHour4,
  IconFilePlus,
  IconMail,
  IconMailOpened,
  IconPencil,
  IconPoint,
  IconScale,
  IconShoppingCart,
  IconX,
} from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { byWorkflow } from '#web/ui/by-workflow.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Timeline, TimelineEntry } from '#web/ui/timeline.tsx'
import type { Discrepancy, InvoiceEvent } from '#web/wire.ts'
import { evidenceOf, moneyOf } from './evidence.ts'
import classes from './invoices.module.css'
import type { Tone } from './states.ts'
import { strings } from './strings.ts'

const looks: Readonly<Record<string, { readonly Icon: typeof IconPoint; readonly tone?: Tone }>> = {
  created: { Icon: IconFilePlus },
  changed: { Icon: IconPencil },
  sent: { Icon: IconMail, tone: 'accent' },
  reminded: { Icon: IconMail, tone: 'accent' },
  voided: { Icon: IconBan, tone: 'bad' },
  checkout_opened: { Icon: IconShoppingCart },
  checkout_stays_open: { Icon: IconAlertTriangle, tone: 'warn' },
  payment_received: { Icon: IconCash, tone: 'good' },
  payment_processing: { Icon: IconClockHour4, tone: 'warn' },
  payment_failed: { Icon: IconX, tone: 'bad' },
  payment_fell_through: { Icon: IconX, tone: 'bad' },
  payment_refused: { Icon: IconAlertTriangle, tone: 'bad' },
  credit_received: { Icon: IconAlertTriangle, tone: 'bad' },
  refunded: { Icon: IconArrowBackUp, tone: 'warn' },
  refund_failed: { Icon: IconAlertTriangle, tone: 'bad' },
  disputed: { Icon: IconScale, tone: 'bad' },
  dispute_lost: { Icon: IconScale, tone: 'bad' },
  dispute_ended: { Icon: IconScale, tone: 'good' },
  receipt_mailed: { Icon: IconMailOpened, tone: 'good' },
}
const titles: Readonly<Record<string, string>> = strings.events
const reasons: Readonly<Record<string, { title: string }>> = strings.discrepancies
const resolutions: Readonly<Record<string, string>> = strings.resolutions

/** Something that happened, as it is shown. */
interface Entry {
  readonly id: string
  readonly at: string
  readonly Icon: typeof IconPoint
  readonly tone?: Tone
  readonly title: string
  readonly why: string | null
  readonly source: string | null
  readonly facts: InvoiceEvent['facts']
}

/** Everything that happened, newest first, each with its source and its ids at the provider. */
export const InvoiceTimeline = ({
  events,
  findings,
}: {
  events: readonly InvoiceEvent[]
  findings: readonly Discrepancy[]
}) => {
  const entries = [...events.map(ofEvent), ...findings.flatMap(ofResolved)]
    // Those of one moment stay in their order.
    .sort((a, b) => a.at.localeCompare(b.at))
    .reverse()
  if (entries.length === 0) return <p className="dim">{strings.noEvents}</p>
  return (
    <Timeline>
      {entries.map(({ id, at, Icon, tone, title, why, source, facts }) => (
        <TimelineEntry key={id} icon={<Icon size={14} stroke={1.8} />} tone={tone} title={title} end={<RelativeTime at={at} />}>
          {why && (
            <div>
              <bdi>{why}</bdi>
            </div>
          )}
          {moneyOf(facts) && <div>{moneyOf(facts)}</div>}
          {source !== null && <div className="dim">{source}</div>}
          <Evidence facts={facts} />
          <MailLink mailId={facts.mail_id} />
        </TimelineEntry>
      ))}
    </Timeline>
  )
}

const ofEvent = ({ id, at, kind, source, person, workflow, facts }: InvoiceEvent): Entry => {
  const why = typeof facts.why === 'string' ? facts.why : null
  return {
    id,
    at,
    ...(looks[kind] ?? { Icon: IconPoint }),
    title: titles[kind] ?? kind,
    why: why === null ? null : (reasons[why]?.title ?? why),
    source:
      workflow !== null
        ? byWorkflow(workflow)
        : source === 'person'
          ? strings.byPerson(person?.name ?? strings.unknownMember)
          : strings.sources[source],
    facts,
  }
}

/** A discrepancy that was resolved, and how. */
const ofResolved = ({ id, kind, resolved_at, resolution, ...finding }: Discrepancy): Entry[] =>
  resolved_at === null
    ? []
    : [
        {
          id,
          at: resolved_at,
          Icon: IconCircleCheck,
          tone: 'good',
          title: strings.settled(reasons[kind]?.title ?? kind),
          why: resolution === null ? null : (resolutions[resolution] ?? resolution),
          source: null,
          facts: {
            provider: finding.provider,
            amount_minor: finding.amount_minor,
            currency: finding.currency,
            provider_payment_id: finding.provider_payment_id,
          },
        },
      ]

/** Mails are for admins and owners to look at. */
const MailLink = ({ mailId }: { mailId: unknown }) => {
  const { role } = useSession()
  if (typeof mailId !== 'string' || !isAtLeast(role, 'admin')) return null
  return (
    <Link to="/settings/outbox" search={{ mail: mailId }} className="text-link">
      {strings.openMail}
    </Link>
  )
}

const Evidence = ({ facts }: { facts: InvoiceEvent['facts'] }) => {
  const evidence = evidenceOf(facts)
  if (evidence.length === 0) return null
  return (
    <dl className={classes.evidence}>
      {evidence.map(({ name, value, isCode }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isCode ? <code className={classes.evidenceId}>{value}</code> : <bdi>{value}</bdi>}</dd>
        </div>
      ))}
    </dl>
  )
}
