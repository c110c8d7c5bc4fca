import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBan,
  IconCash,
  IconClockHour4,
  IconFilePlus,
  IconMail,
  IconMailOpened,
  IconPencil,
  IconPoint,
  IconScale,
  IconShoppingCart,
  IconX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RelativeTime } from '../parts/relative-time.tsx'
import { isAtLeast, useSession } from '../session.ts'
import type { Event } from './calls.ts'
import { evidenceOf, moneyOf } from './evidence.ts'
import classes from './invoices.module.css'
import { words } from './messages.ts'
import type { Tone } from './states.ts'

const looks: Readonly<Record<string, { readonly Icon: typeof IconPoint; readonly tone?: Tone }>> = {
  created: { Icon: IconFilePlus },
  changed: { Icon: IconPencil },
  sent: { Icon: IconMail, tone: 'accent' },
  reminded: { Icon: IconMail, tone: 'accent' },
  voided: { Icon: IconBan, tone: 'bad' },
  checkout_opened: { Icon: IconShoppingCart },
  payment_received: { Icon: IconCash, tone: 'good' },
  payment_processing: { Icon: IconClockHour4, tone: 'warn' },
  payment_failed: { Icon: IconX, tone: 'bad' },
  payment_fell_through: { Icon: IconX, tone: 'bad' },
  payment_refused: { Icon: IconAlertTriangle, tone: 'bad' },
  credit_received: { Icon: IconAlertTriangle, tone: 'bad' },
  refunded: { Icon: IconArrowBackUp, tone: 'warn' },
  refund_failed: { Icon: IconAlertTriangle, tone: 'bad' },
  disputed: { Icon: IconScale, tone: 'bad' },
  dispute_ended: { Icon: IconScale, tone: 'good' },
  receipt_sent: { Icon: IconMailOpened, tone: 'good' },
}
const titles: Readonly<Record<string, string>> = words.events
const reasons: Readonly<Record<string, { title: string }>> = words.findings

/** Everything that happened, newest first, each with who or what said so and what it can be found by at the provider. */
export const Timeline = ({ events }: { events: readonly Event[] }) => {
  if (events.length === 0) return <p className={classes.dim}>{words.noEvents}</p>
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ol className={classes.timeline} role="list" reversed>
      {events.toReversed().map((event) => {
        const { Icon, tone } = looks[event.kind] ?? { Icon: IconPoint }
        const why = typeof event.facts.why === 'string' ? event.facts.why : null
        return (
          <li key={event.id}>
            <span className={classes.eventMark} data-tone={tone} aria-hidden>
              <Icon size={16} stroke={1.8} />
            </span>
            <div className={classes.eventBody}>
              <div className={classes.eventTitle}>{titles[event.kind] ?? event.kind}</div>
              {why && <div className={classes.eventWhy}>{reasons[why]?.title ?? <bdi>{why}</bdi>}</div>}
              {moneyOf(event.facts) && <div className={classes.eventMoney}>{moneyOf(event.facts)}</div>}
              <div className={classes.dim}>
                {sourceOf(event)} · <RelativeTime at={event.at} long />
              </div>
              <Evidence facts={event.facts} />
              <MailLink mailId={event.facts.mail_id} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Mails are for admins and owners to look at. */
const MailLink = ({ mailId }: { mailId: unknown }) => {
  const { role } = useSession()
  if (typeof mailId !== 'string' || !isAtLeast(role, 'admin')) return null
  return (
    <Link to="/settings/outbox" search={{ mail: mailId }} className={classes.eventLink}>
      {words.seeMail}
    </Link>
  )
}

const sourceOf = ({ source, person }: Event): string =>
  source === 'person' ? words.byPerson(person?.name ?? words.somebody) : words.sources[source]

const Evidence = ({ facts }: { facts: Event['facts'] }) => {
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
