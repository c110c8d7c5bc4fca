import type { LinkProps } from '@tanstack/react-router'
import {
  IconArrowRight,
  IconBrandWhatsapp,
  IconBriefcase,
  IconBulb,
  IconCalendarDue,
  IconCash,
  IconCheckbox,
  IconDoorEnter,
  IconFile,
  IconFileInvoice,
  IconFilePlus,
  IconMail,
  IconMessage,
  IconNote,
  IconPalette,
  IconPencil,
  IconPhone,
  IconPhoneX,
  IconPoint,
  IconRoute,
  IconUserCheck,
  IconUsersPlus,
} from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { bytesText } from '#web/i18n/bytes-text.ts'
import { money } from '#web/i18n/format.ts'
import { taskOutcome } from '#web/i18n/server-messages.ts'
import { byWorkflow } from '#web/ui/by-workflow.ts'
import type { TimelineEntry } from '#web/wire.ts'
import { type Because, becauseOf } from '../deals/because.ts'
import { editTexts } from './edit-texts.ts'
import { strings } from './strings.ts'

/** An entry in words, with its mark and where to go about it. */
export interface Told {
  readonly Icon: typeof IconPoint
  readonly tone?: 'good' | 'warn' | 'bad' | 'accent'
  readonly title: string
  /** What was written, or what else is to say. */
  readonly text: string | null
  readonly link?: Pick<LinkProps, 'to' | 'params'>
  /** Of a file: where its bytes are. */
  readonly href?: string
}

const text = (fact: unknown): string => (typeof fact === 'string' || typeof fact === 'number' ? String(fact) : '')
const among = (choices: Readonly<Record<string, string>>, name: unknown): string | undefined => choices[text(name)]
const said = (entry: TimelineEntry): string | null => (entry.text === null || entry.text.trim() === '' ? null : entry.text)

/** Of a long note the entry's text is the beginning; that of a logged call, too. */
export const wholeText = ({ text, facts }: Pick<TimelineEntry, 'text' | 'facts'>): string | null =>
  typeof facts.body === 'string' ? facts.body : text

/** The server puts the wire name of the field before its value. */
const factText = ({ text: whole, facts: { field } }: TimelineEntry): string | null => {
  const name = text(field)
  return name !== '' && whole?.startsWith(`${name}: `)
    ? `${among(strings.factFields, name) ?? name}: ${whole.slice(name.length + 2)}`
    : whole
}

const amountOf = ({ facts }: TimelineEntry): string | null =>
  typeof facts.amount_minor === 'number' && typeof facts.currency === 'string'
    ? money(facts.amount_minor, facts.currency)
    : null

const joined = (...parts: (string | null | undefined | false)[]): string | null => parts.filter(Boolean).join(' · ') || null

/** The advertisement by which they came, in the words of its headline. */
const cameBy = ({ facts: { referral } }: TimelineEntry): string | null =>
  referral !== null && typeof referral === 'object' ? strings.fromAd(text((referral as { headline?: unknown }).headline)) : null

const tell: Readonly<Record<string, (entry: TimelineEntry) => Told>> = {
  lead: (entry) => ({
    Icon: IconDoorEnter,
    tone: 'accent',
    title: text(entry.facts.source) === '' ? strings.lead : strings.leadFrom(text(entry.facts.source)),
    text: said(entry),
    ...(entry.subject_id !== null && { link: { to: '/leads/$leadId', params: { leadId: entry.subject_id } } }),
  }),
  message: (entry) => {
    const isNote = entry.direction === 'note' || entry.channel === 'note'
    const title = isNote ? strings.message.note : entry.direction === 'in' ? strings.message.in : strings.message.out
    return {
      Icon: isNote ? IconNote : entry.channel === 'whatsapp' ? IconBrandWhatsapp : IconMessage,
      ...(entry.direction === 'in' && { tone: 'accent' as const }),
      title: [title, isNote ? '' : (among(strings.by, entry.channel) ?? '')].filter(Boolean).join(' '),
      text: joined(cameBy(entry), said(entry) ?? strings.noText),
    }
  },
  call: ({ facts, direction, ...entry }) => {
    const isOut = direction === 'out'
    const wasRefused = text(facts.refused_because) !== ''
    const isMissed = facts.is_missed === true || facts.missed === true
    const wasAnswered = typeof facts.duration_s === 'number' && facts.duration_s > 0
    const title = wasRefused
      ? strings.callRefused
      : isMissed
        ? strings.callMissed
        : isOut
          ? (among(strings.callEnds, facts.outcome) ??
            (facts.duration_s === 0 || facts.state === 'no_answer' ? strings.callUnanswered : strings.callOut))
          : strings.callIn
    return {
      Icon: isMissed || wasRefused ? IconPhoneX : IconPhone,
      ...((isMissed || wasRefused) && { tone: 'bad' as const }),
      title,
      text: joined(
        wasAnswered && strings.lasted(Math.floor(Number(facts.duration_s) / 60), Number(facts.duration_s) % 60),
        wholeText({ text: entry.text, facts }),
      ),
    }
  },
  payment: (entry) => {
    const kind = text(entry.facts.state ?? entry.facts.kind)
    const isBad = kind === 'failed' || kind === 'disputed' || kind === 'lost'
    return {
      Icon: IconCash,
      tone: isBad ? 'bad' : kind === 'refunded' || kind === 'processing' ? 'warn' : 'good',
      title: among(strings.paymentKinds, kind) ?? strings.payment,
      text: joined(amountOf(entry), entry.text),
      ...invoiceLink(text(entry.facts.invoice_id)),
    }
  },
  invoice: (entry) => ({
    Icon: IconFileInvoice,
    title: among(strings.invoiceKinds, entry.facts.kind ?? entry.facts.state) ?? strings.invoice,
    text: joined(entry.text, amountOf(entry)),
    ...invoiceLink(entry.subject_id ?? ''),
  }),
  stage: (entry) => {
    const from = text(entry.facts.from)
    const to = text(entry.facts.to)
    return {
      Icon: IconArrowRight,
      title: to === '' ? strings.stage : from === '' ? strings.stageTo(to) : strings.stageFromTo(from, to),
      text: joined(text(entry.facts.why) || text(entry.facts.lost_reason) || entry.text),
    }
  },
  mail: (entry) => ({
    Icon: IconMail,
    title: entry.direction === 'in' ? strings.mailIn : strings.mail,
    text: said(entry),
  }),
  task: (entry) => {
    const isDone = text(entry.facts.done_at) !== '' || entry.facts.done === true
    return {
      Icon: IconCheckbox,
      ...(isDone && { tone: 'good' as const }),
      title: isDone ? strings.taskDone : strings.task,
      text: joined(entry.text, taskOutcome(text(entry.facts.outcome))),
    }
  },
  assignment: (entry) => {
    const name = text(entry.facts.assigned_name) || text(entry.facts.to)
    return {
      Icon: IconUserCheck,
      title: name === '' ? strings.unassigned : strings.assignedTo(name),
      // The member who decided is shown below it.
      text: entry.cause.kind === 'person' ? said(entry) : becauseOf((entry.facts.because ?? null) as Because),
    }
  },
  merge: (entry) => {
    const [source, target] = [text(entry.facts.source_name), text(entry.facts.target_name)]
    const isNamed = source !== '' && target !== ''
    const [named, plain] =
      entry.facts.undone === true
        ? [strings.separatedFrom(source, target), strings.mergeUndone]
        : [strings.mergedInto(source, target), strings.merge]
    return { Icon: IconUsersPlus, tone: 'accent', title: isNamed ? named : plain, text: said(entry) }
  },
  fact: (entry) => ({ Icon: IconBulb, title: strings.fact, text: factText(entry) }),
  booking: (entry) => ({
    Icon: IconCalendarDue,
    tone: 'accent',
    title: among(strings.meetings, entry.facts.state) ?? strings.meeting,
    text: said(entry),
    ...(entry.subject_id !== null && { link: { to: '/bookings/$bookingId', params: { bookingId: entry.subject_id } } }),
  }),
  document: (entry) => {
    const kind = text(entry.facts.kind)
    const name = text(entry.facts.name)
    const title = kind === 'signed' && name !== '' ? strings.documentSignedBy(name) : among(strings.documentKinds, kind)
    return {
      Icon: IconFile,
      tone: kind === 'completed' || kind === 'signed' ? 'good' : kind === 'declined' ? 'bad' : 'accent',
      title: title ?? strings.document,
      text: said(entry),
      ...(entry.subject_id !== null && { link: { to: '/documents/$documentId', params: { documentId: entry.subject_id } } }),
    }
  },
  proposal: (entry) => {
    const kind = text(entry.facts.kind)
    const name = text(entry.facts.name)
    const title = kind === 'accepted' && name !== '' ? strings.proposalAcceptedBy(name) : among(strings.proposalKinds, kind)
    return {
      Icon: IconFilePlus,
      tone: kind === 'accepted' ? 'good' : kind === 'declined' ? 'bad' : 'accent',
      title: title ?? strings.proposal,
      text: joined(said(entry), amountOf(entry)),
      ...(entry.subject_id !== null && { link: { to: '/proposals/$proposalId', params: { proposalId: entry.subject_id } } }),
    }
  },
  workflow: (entry) => {
    const state = text(entry.facts.state)
    return {
      Icon: IconRoute,
      ...(state === 'failed' && { tone: 'bad' as const }),
      title: strings.workflowRun(entry.text ?? ''),
      text: joined(among(strings.runStates, state), state === 'completed' ? null : text(entry.facts.reason)),
      ...(entry.subject_id !== null && { link: { to: '/workflows/runs/$runId', params: { runId: entry.subject_id } } }),
    }
  },
  edit: (entry) => {
    const id = entry.subject_id ?? ''
    const pages = {
      contact: { to: '/contacts/$contactId', params: { contactId: id } },
      company: { to: '/companies/$companyId', params: { companyId: id } },
      lead: { to: '/leads/$leadId', params: { leadId: id } },
      deal: { to: '/deals/$dealId', params: { dealId: id } },
    } as const
    const page = pages[text(entry.facts.kind) as keyof typeof pages]
    return { Icon: IconPencil, ...editTexts(entry), ...(page && { link: page }) }
  },
  note: (entry) => ({ Icon: IconNote, tone: 'warn', title: strings.note, text: wholeText(entry) }),
  file: (entry) => ({
    Icon: IconFile,
    title: strings.fileAdded(entry.text ?? ''),
    text: bytesText(Number(entry.facts.bytes)),
    ...(entry.subject_id !== null && { href: downloadAddress('download-record-file', { fileId: entry.subject_id }) }),
  }),
  design: (entry) => ({ Icon: IconPalette, tone: 'accent', title: strings.design, text: said(entry) }),
  deal: (entry) => ({
    Icon: IconBriefcase,
    tone: 'accent',
    title: entry.text === null ? strings.deal : strings.dealNamed(entry.text),
    text: null,
    ...(entry.subject_id !== null && { link: { to: '/deals/$dealId', params: { dealId: entry.subject_id } } }),
  }),
}

const invoiceLink = (invoiceId: string): Pick<Told, 'link'> =>
  invoiceId === '' ? {} : { link: { to: '/invoices/$invoiceId', params: { invoiceId } } }

/** A server a version ahead may know kinds that this page does not. */
export const told = (entry: TimelineEntry): Told =>
  tell[entry.kind]?.(entry) ?? { Icon: IconPoint, title: strings.other, text: said(entry) }

/** Who or what brought it about: a person by name, else what is known of the cause. */
export const causeOf = ({ kind, channel, cause, person }: TimelineEntry): string | null => {
  // The title of a run names its workflow.
  if (kind === 'workflow' && person === null) return null
  if (cause.kind === 'workflow') return cause.words === null ? null : byWorkflow(cause.words)
  if (person !== null) return strings.causedBy(person.name ?? strings.formerMember)
  // "Wrote by WhatsApp, by WhatsApp": said once.
  if (kind === 'message' && cause.kind === channel) return null
  return cause.words ?? among(strings.causes, cause.kind) ?? null
}
