import { distinct, keyOf, type MailAddress } from './addresses.ts'
import { headerOf, type ReadMail } from './mails.ts'

/** Who wrote a mail. Only what a person wrote makes a contact or is answered. */
export type MailKind = 'person' | 'bulk' | 'automatic' | 'bounce'

type Headed = Pick<ReadMail, 'headers' | 'from' | 'returnPath' | 'bounce'>

interface Rule {
  readonly kind: MailKind
  readonly reason: string
  readonly about: string
  readonly holds: (mail: Headed) => boolean
}

const has = (mail: Headed, name: string, value = /./): boolean => value.test(headerOf(mail, name) ?? '')

/** In this order; the first that holds decides. `about` is for people. */
export const kindRules = [
  {
    kind: 'bounce',
    reason: 'delivery_status',
    about: 'A delivery report of a mail server.',
    holds: (mail) => mail.bounce !== null,
  },
  {
    kind: 'bounce',
    reason: 'report_type',
    about: 'A delivery report of a mail server.',
    holds: (mail) => has(mail, 'content-type', /report-type\s*=\s*"?delivery-status/i),
  },
  {
    kind: 'bounce',
    reason: 'mailer_daemon',
    about: 'Written by a mail server’s own account, with no address to answer to.',
    holds: (mail) => mail.returnPath === '' && /^(mailer-daemon|postmaster)@/i.test(mail.from?.email ?? ''),
  },
  {
    kind: 'automatic',
    reason: 'auto_submitted',
    about: 'It says that a program wrote it (Auto-Submitted).',
    holds: (mail) => has(mail, 'auto-submitted', /^\s*(?!no\b)\S/i),
  },
  {
    kind: 'automatic',
    reason: 'auto_reply',
    about: 'It says that it is an automatic reply.',
    holds: (mail) =>
      has(mail, 'precedence', /^\s*auto_?reply/i) ||
      has(mail, 'x-autoreply') ||
      has(mail, 'x-autorespond') ||
      has(mail, 'x-autoresponse'),
  },
  {
    kind: 'automatic',
    reason: 'report',
    about: 'A report of a program, such as a receipt that a mail was opened.',
    holds: (mail) => has(mail, 'content-type', /^\s*multipart\/report/i),
  },
  {
    kind: 'bulk',
    reason: 'list_id',
    about: 'Sent through a mailing list (List-Id).',
    holds: (mail) => has(mail, 'list-id'),
  },
  {
    kind: 'bulk',
    reason: 'list_unsubscribe',
    about: 'One can unsubscribe from it (List-Unsubscribe).',
    holds: (mail) => has(mail, 'list-unsubscribe'),
  },
  {
    kind: 'bulk',
    reason: 'precedence',
    about: 'It says that it was sent to many (Precedence).',
    holds: (mail) => has(mail, 'precedence', /^\s*(bulk|list|junk)/i),
  },
  {
    kind: 'automatic',
    reason: 'null_sender',
    about: 'It names no address to which an answer could be returned.',
    holds: (mail) => mail.returnPath === '',
  },
] as const satisfies readonly Rule[]

export type MailKindReason = (typeof kindRules)[number]['reason'] | 'no_rule'

/** Who wrote it, and the rule that says so. */
export const kindOf = (mail: Headed): { readonly kind: MailKind; readonly reason: MailKindReason } => {
  const { kind, reason } = (kindRules as readonly Rule[]).find(({ holds }) => holds(mail)) ?? {
    kind: 'person',
    reason: 'no_rule',
  }
  return { kind, reason: reason as MailKindReason }
}

export interface Outsider extends MailAddress {
  /** What people are compared by. */
  readonly key: string
  readonly role: 'from' | 'to' | 'cc'
}

/**
 * With whom a mail is: the people among From, To and Cc with neither an own address nor an own domain, each once. `own.addresses` are
 * keys, `own.domains` in lower case and punycode; a domain speaks for itself, not for those below it.
 */
export const outsidersOf = (
  mail: Pick<ReadMail, 'from' | 'to' | 'cc'>,
  own: { readonly addresses: ReadonlySet<string>; readonly domains: ReadonlySet<string> },
): Outsider[] => {
  const roles = [
    ['from', mail.from ? [mail.from] : []],
    ['to', mail.to],
    ['cc', mail.cc],
  ] as const
  const all = roles.flatMap(([role, addresses]) =>
    addresses.flatMap((address) => {
      const key = keyOf(address)
      if (key === null || own.addresses.has(key) || own.domains.has(key.slice(key.lastIndexOf('@') + 1))) return []
      return [{ ...address, key, role }]
    }),
  )
  return distinct(all) as Outsider[]
}
