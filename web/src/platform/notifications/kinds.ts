import type { LinkProps } from '@tanstack/react-router'
import type { Output } from '#web/wire.ts'
import { words as backgroundWords } from '../background-jobs/strings.ts'
import { words } from './strings.ts'

export type Notice = Output<'list-notices'>['notices'][number]

/** A notice in words, and where to go about it. */
export interface Told {
  readonly title: string
  readonly text?: string | undefined
  readonly tone: 'good' | 'warn' | 'bad'
  readonly link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

const jobWords: Readonly<Record<string, string>> = backgroundWords.jobs

const tell: Record<Notice['kind'], (notice: Notice) => Told> = {
  mail_failed: ({ facts, subject_id: mailId }) => ({
    title: words.mailFailed(text(facts.to)),
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/settings/outbox', search: { mail: mailId } },
  }),
  webhook_disabled: ({ facts, subject_id: webhookId }) => ({
    title: words.webhookDisabled(text(facts.host)),
    text: facts.reason === 'gone' ? words.webhookGone : words.webhookFailing,
    tone: 'bad',
    link: { to: '/settings/webhooks/$webhookId', params: { webhookId } },
  }),
  deal_idle: ({ facts, subject_id: dealId }) => ({
    title: words.dealIdle(text(facts.name)),
    text: words.dealIdleText,
    tone: 'warn',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  deal_unassigned: ({ facts, subject_id: dealId }) => ({
    title: words.dealUnassigned(text(facts.name)),
    text: facts.away === 0 ? words.nobodyHere : words.everybodyAway,
    tone: 'bad',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
  external_id_conflict: ({ subject_id: leadId }) => ({
    title: words.conflict,
    text: words.conflictText,
    tone: 'warn',
    link: { to: '/leads/$leadId', params: { leadId } },
  }),
  member_joined: ({ facts }) => ({
    title: words.joined(text(facts.name)),
    text: (words.joinedAs as Readonly<Record<string, string>>)[text(facts.role)],
    tone: 'good',
    link: { to: '/settings/members' },
  }),
  connection_failed: ({ facts, subject_id: connectionId }) => ({
    title: words.connectionFailed(text(facts.provider)),
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/settings/connections/$connectionId', params: { connectionId } },
  }),
  ai_model_gone: ({ facts, subject_id: connectionId }) => ({
    title: words.modelGone(text(facts.provider), text(facts.model)),
    text: words.modelGoneText(text(facts.setting)),
    tone: 'bad',
    link: { to: '/settings/connections/$connectionId', params: { connectionId } },
  }),
  number_unconnected: ({ facts }) => ({
    title: words.numberUnconnected(text(facts.number) || text(facts.phone_number_id)),
    text: words.numberUnconnectedText(Number(facts.messages)),
    tone: 'bad',
    link: { to: '/settings/connections' },
  }),
  payment_odd: ({ facts }) => ({
    title: words.paymentOdd,
    text: (words.paymentOddText as Readonly<Record<string, string>>)[text(facts.kind)],
    tone: 'bad',
    link: facts.invoice_id
      ? { to: '/invoices/$invoiceId', params: { invoiceId: text(facts.invoice_id) } }
      : { to: '/settings/reconciliation' },
  }),
  job_failed: ({ facts, subject_id: work }) => ({
    title: words.jobFailed(jobWords[text(facts.name)] ?? text(facts.name)),
    text: text(facts.reason) || words.jobText,
    tone: 'bad',
    link: { to: '/settings/background', search: { work } },
  }),
  held_after_restore: ({ facts }) => ({
    title: words.heldAfterRestore(Number(facts.count ?? 0)),
    text: words.heldAfterRestoreText,
    tone: 'warn',
    link: { to: '/settings/background' },
  }),
  mentioned: ({ facts }) => ({
    title: words.mentioned(text(facts.by)),
    text: text(facts.name) || undefined,
    tone: 'warn',
    link: { to: '/inbox/$projectId', params: { projectId: text(facts.deal_id) } },
  }),
  response_late: ({ facts, subject_id: dealId }) => ({
    title: words.responseLate(text(facts.name)),
    text: words.responseLateText,
    tone: 'warn',
    link: { to: '/deals/$dealId', params: { dealId } },
  }),
}

const text = (fact: string | number | null | undefined): string => (fact == null ? '' : String(fact))

export const told = (notice: Notice): Told =>
  // A server a version ahead may know kinds that this page does not.
  tell[notice.kind]?.(notice) ?? { title: words.other, tone: 'warn' }
