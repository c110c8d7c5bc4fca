import type { LinkProps } from '@tanstack/react-router'
import type { Output } from '#web/wire.ts'
import { strings as backgroundStrings } from '../background-jobs/strings.ts'
import { strings } from './strings.ts'

export type Notice = Output<'list-notices'>['notices'][number]

/** A notice in words, and where to go about it. */
export interface Told {
  readonly title: string
  readonly text?: string | undefined
  readonly tone: 'good' | 'warn' | 'bad'
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

const jobWords: Readonly<Record<string, string>> = backgroundStrings.jobs

const tell: Record<Notice['kind'], (notice: Notice) => Told> = {
  mail_failed: ({ facts, subject_id: mailId }) => ({
    title: strings.mailFailed(text(facts.to)),
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/settings/outbox', search: { mail: mailId } },
  }),
  webhook_disabled: ({ facts, subject_id: webhookId }) => ({
    title: strings.webhookDisabled(text(facts.host)),
    text: facts.reason === 'gone' ? strings.webhookGone : strings.webhookFailing,
    tone: 'bad',
    link: { to: '/settings/webhooks/$webhookId', params: { webhookId } },
  }),
  deal_idle: ({ facts, subject_id: dealId }) => ({
    title: strings.dealIdle(text(facts.name)),
    text: strings.dealIdleText,
    tone: 'warn',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  deal_unassigned: ({ facts, subject_id: dealId }) => ({
    title: strings.dealUnassigned(text(facts.name)),
    text: facts.away === 0 ? strings.nobodyHere : strings.everybodyAway,
    tone: 'bad',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  external_id_conflict: ({ subject_id: leadId }) => ({
    title: strings.conflict,
    text: strings.conflictText,
    tone: 'warn',
    link: { to: '/leads/$leadId', params: { leadId } },
  }),
  member_joined: ({ facts }) => ({
    title: strings.joined(text(facts.name)),
    text: (strings.joinedAs as Readonly<Record<string, string>>)[text(facts.role)],
    tone: 'good',
    link: { to: '/settings/members' },
  }),
  connection_failed: ({ facts, subject_id: connectionId }) => ({
    title: strings.connectionFailed(text(facts.provider)),
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/settings/connections/$connectionId', params: { connectionId } },
  }),
  ai_model_gone: ({ facts, subject_id: connectionId }) => ({
    title: strings.modelGone(text(facts.provider), text(facts.model)),
    text: strings.modelGoneText(text(facts.setting)),
    tone: 'bad',
    link: { to: '/settings/connections/$connectionId', params: { connectionId } },
  }),
  number_unconnected: ({ facts }) => ({
    title: strings.numberUnconnected(text(facts.number) || text(facts.phone_number_id)),
    text: strings.numberUnconnectedText(Number(facts.messages)),
    tone: 'bad',
    link: { to: '/settings/connections' },
  }),
  payment_odd: ({ facts }) => ({
    title: strings.paymentOdd,
    text: (strings.paymentOddText as Readonly<Record<string, string>>)[text(facts.kind)],
    tone: 'bad',
    link: facts.invoice_id
      ? { to: '/invoices/$invoiceId', params: { invoiceId: text(facts.invoice_id) } }
      : { to: '/settings/reconciliation' },
  }),
  job_failed: ({ facts, subject_id: work }) => ({
    title: strings.jobFailed(jobWords[text(facts.name)] ?? text(facts.name)),
    text: text(facts.reason) || strings.jobText,
    tone: 'bad',
    link: { to: '/settings/background', search: { work } },
  }),
  held_after_restore: ({ facts }) => ({
    title: strings.heldAfterRestore(Number(facts.count ?? 0)),
    text: strings.heldAfterRestoreText,
    tone: 'warn',
    link: { to: '/settings/background' },
  }),
  mentioned: ({ facts }) => ({
    title: strings.mentioned(text(facts.by)),
    text: text(facts.name) || undefined,
    tone: 'warn',
    link: { to: '/inbox/$projectId', params: { projectId: text(facts.deal_id) } },
  }),
  response_late: ({ facts, subject_id: dealId }) => ({
    title: strings.responseLate(text(facts.name)),
    text: strings.responseLateText,
    tone: 'warn',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
}

const text = (fact: string | number | null | undefined): string => (fact == null ? '' : String(fact))

export const told = (notice: Notice): Told =>
  // A server a version ahead may know kinds that this page does not.
  tell[notice.kind]?.(notice) ?? { title: strings.other, tone: 'warn' }
