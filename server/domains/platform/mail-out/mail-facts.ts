import type { Language } from '#shapes/languages.ts'
import type { LinkedLine } from './email-html.ts'

/**
 * What each mail needs to know. Values are plain text, and escaped where they are put; `link` is an http or https address. A mail to a member is
 * written in their language (`member-mails`).
 */
export interface MailFacts {
  /** `inviter` may be empty; `days`: how long the link is good. */
  invitation: ToMember & { organization: string; inviter: string; role: 'owner' | 'admin' | 'member'; days: string }
  /** `hours`: how long the link is good. */
  'set-password': ToMember & { organization: string; hours: string }
  'reset-password': ToMember & { hours: string }
  /** `at`: RFC 3339; `where`: browser and address, may be empty; `link`: the profile page. */
  'security-notice': ToMember & { what: SecurityChange; at: string; where: string }
  notices: NoticeMailFacts
  'notice-summary': NoticeMailFacts
  /** `url` of the endpoint; `days`: after how many of failures alone one is turned off; `link`: its page. */
  'webhook-disabled': ToMember & { url: string; reason: 'gone' | 'failing'; days: string; organization: string }
  invoice: ClientFacts
  'invoice-reminder': ClientFacts
  receipt: ClientFacts
  'sign-request': ClientFacts
  'document-signed': ClientFacts
  proposal: ClientFacts
  'proposal-accepted': ClientFacts
  /** `name` as the client typed it, `amount` in words and `reason` may be empty; `link`: the proposal. */
  'proposal-answered': ToMember & {
    title: string
    client: string
    organization: string
    answer: 'accepted' | 'declined'
    name: string
    amount: string
    reason: string
  }
  /**
   * A step of a workflow, to a member who is asked: `because` says why they are, `heading` and `text` what, `about` whom or what it is about,
   * `until` the time it has, in words (both may be empty); `link`: the step.
   */
  'human-step': ToMember & {
    because: StepReason
    heading: string
    workflow: string
    text: string
    about: string
    until: string
    organization: string
  }
  'human-step-client': ClientFacts
  booking: BookingFacts
  'booking-reminder': BookingFacts
  /**
   * `when` and `who` in words; `where`: the place, or with `place` as `other_host` the names of the hosts; `said`: what the booker wrote, may be
   * empty; `link`: the booking.
   */
  'booking-host': ToMember & {
    news: HostMailNews
    when: string
    who: string
    place: 'phone' | 'other_host' | 'here'
    where: string
    said: string
    organization: string
  }
}

export type MailTemplate = keyof MailFacts

interface ToMember {
  /** Of the member. */
  language: Language
  link: string
}

/** What guards an account, and was changed. */
export type SecurityChange =
  | 'password_changed'
  | 'totp_on'
  | 'totp_off'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'passkey_added'
  | 'passkey_removed'

/** Why a step is announced to a member. */
export type StepReason = 'asked' | 'reminded' | 'escalated' | 'delegated' | 'passed'

/** What happened to a meeting, for a host; `released`: another hosts it now. */
export type HostMailNews = 'requested' | 'confirmed' | 'moved' | 'cancelled' | 'declined' | 'handed' | 'unanswered' | 'released'

/** A mail to a client of the organization, who reads it in a language of their own: every text of it, and where its button leads. */
export interface ClientFacts {
  /** ISO 639: `de` */
  language: string
  /** The organization that writes. */
  sender: string
  subject: string
  title: string
  first: string
  second: string
  button: string
  link: string
  orCopy: string
  footer: string
}

/** A mail about a meeting, to its booker: the time, the place and the people stand on lines of their own; empty ones are left out. */
export interface BookingFacts extends ClientFacts {
  when: string
  where: string
  with: string
}

/** One line for each notice, or `only` where it is one; `count` of all, `more` of those that are not listed. `link`: the thing, or the list. */
export interface NoticeMailFacts extends ToMember {
  organization: string
  only: string
  isTest: 'yes' | ''
  items: readonly LinkedLine[]
  count: string
  more: string
  /** The page on which the recipient chooses what is mailed. */
  settings: string
}
