import assert from 'node:assert/strict'
import { test } from 'node:test'
import { declared } from '#core/declared.ts'
import '#domains/catalogue.ts'
import { type Language, languages } from '#shapes/languages.ts'
import { lineOf } from '../../notification-delivery/notice-lines.ts'
import type { MemberMail, MemberTemplate } from './member-mail.ts'
import { memberMails } from './member-mails.ts'

const others = Object.keys(languages).filter((language) => language !== 'en') as Exclude<Language, 'en'>[]

/** Each way in which a mail is written: all of its facts, without those that may be empty, and each of its codes. */
const ways: Readonly<Record<MemberTemplate, readonly Readonly<Record<string, string>>[]>> = {
  invitation: ['owner', 'admin', 'member'].flatMap((role) => [
    { organization: 'Rao Studio', inviter: 'Ada Okonkwo', role, days: '7' },
    { organization: 'Rao Studio', inviter: '', role, days: '1' },
  ]),
  'set-password': [{ organization: 'Rao Studio', hours: '24' }],
  'reset-password': [{ hours: '1' }, { hours: '2' }],
  'security-notice': [
    'password_changed',
    'totp_on',
    'totp_off',
    'recovery_codes_renewed',
    'recovery_code_used',
    'passkey_added',
    'passkey_removed',
  ].map((what) => ({ what, at: '2026-11-21T14:00:00Z', where: 'Firefox, 192.0.2.1' })),
  notices: [
    { organization: 'Rao Studio', only: 'Maya', isTest: '', count: '1', more: '' },
    { organization: 'Rao Studio', only: 'Maya', isTest: 'yes', count: '1', more: '' },
    { organization: '', only: '', isTest: '', count: '47', more: '17' },
  ],
  'notice-summary': [
    { organization: 'Rao Studio', count: '1', more: '' },
    { organization: 'Rao Studio', count: '47', more: '17' },
  ],
  'webhook-disabled': ['gone', 'failing'].map((reason) => ({
    ...{ url: 'https://hooks.example.com', reason, days: '5', organization: 'Rao Studio' },
  })),
  'proposal-answered': [
    { answer: 'accepted', name: 'Maya Rao', amount: '€1,234', reason: '' },
    { answer: 'declined', name: '', amount: '', reason: 'Too late' },
  ].map((way) => ({ ...way, title: 'A new website', client: 'Northwind', organization: 'Rao Studio' })),
  'human-step': ['asked', 'reminded', 'escalated', 'delegated', 'passed'].map((because) => ({
    ...{ because, heading: 'Approve the offer', workflow: 'Offers', text: 'A kitchen', about: 'Maya Rao' },
    ...{ until: '1.2.2027', organization: 'Rao Studio' },
  })),
  'booking-host': ['requested', 'confirmed', 'moved', 'cancelled', 'declined', 'handed', 'unanswered', 'released'].flatMap(
    (news) =>
      ['phone', 'other_host', 'here'].map((place) => ({
        ...{ news, when: 'Monday 10:00', who: 'Maya Rao', place, where: place === 'phone' ? '' : 'Elm St 1' },
        ...{ said: 'Hello', organization: 'Rao Studio' },
      })),
  ),
}
const names = Object.keys(ways) as MemberTemplate[]

const written = (language: Language, name: MemberTemplate, way: Readonly<Record<string, string>>): MemberMail => {
  const write = memberMails({ language })[name] as (facts: object) => MemberMail
  return write({ ...way, language, link: 'https://foyer.example', items: [], settings: 'https://foyer.example' })
}
const textsOf = ({ subject, title, paragraphs, button, footer, settings = '' }: MemberMail): string[] => [
  ...[subject, title, button, footer, settings, ...paragraphs],
]

const codes: readonly string[] = ['role', 'what', 'because', 'news', 'place', 'answer', 'isTest', 'at']

/** What a mail must say of its facts: names and texts that are the same in each language. */
const saidOf = (text: string, way: Readonly<Record<string, string>>): string[] =>
  Object.entries(way)
    .filter(([name, value]) => value !== '' && !codes.includes(name) && value !== 'gone' && value !== 'failing')
    .flatMap(([name, value]) => (text.includes(value) ? [name] : []))

for (const language of others)
  test(`${language}: each mail to a member says all that the English one does, and none of it in English`, () => {
    for (const name of names)
      for (const way of ways[name]) {
        const [own, english] = [language, 'en' as const].map((each) => written(each as Language, name, way))
        if (!own || !english) throw new Error('a mail without words')
        const key = `${name} ${JSON.stringify(way)}`
        assert.equal(own.paragraphs.length, english.paragraphs.length, key)
        for (const [at, text] of textsOf(own).entries()) {
          const source: string = textsOf(english)[at] ?? ''
          assert.deepEqual(saidOf(text, way), saidOf(source, way), `${key}: ${text}`)
          assert.ok(!/undefined|null|NaN|\[object/.test(text), `${key}: ${text}`)
          const isWords = Object.values(way).every((value) => value !== source)
          if (/\p{Ll}+ \p{Ll}+ \p{Ll}+/u.test(source) && isWords) assert.notEqual(text, source, key)
        }
      }
  })

/** Facts that say which of them were read. */
const watched = (facts: Readonly<Record<string, string | number | null>>) => {
  const read = new Set<string>()
  const proxy = new Proxy(facts, {
    get: (all, name) => {
      if (typeof name === 'string') read.add(name)
      return all[name as string] ?? null
    },
  })
  return { proxy, read }
}
const some: Readonly<Record<string, string | number>> = {
  ...{ name: 'Maya Rao', by: 'Ada', about: 'Kitchen', label: 'INV-7', amount: '€90.00', amount_minor: 9_000, currency: 'EUR' },
  ...{ title: 'Contract', state: 'done', rows: 3, workflow: 'Offers', count: 3, provider: 'HubSpot', model: 'm-1' },
  host: 'hooks.example.com',
}

for (const language of others)
  test(`${language}: there is a line for each notice, with the facts of the English one`, () => {
    for (const { kind } of declared.notices.values())
      for (const changes of [
        {},
        { name: null, by: null, about: null },
        { state: 'failed' },
        { state: 'paused', count: 1, rows: 1 },
      ]) {
        const [own, english] = [watched({ ...some, ...changes }), watched({ ...some, ...changes })]
        const line = lineOf({ kind, subject_id: '', facts: own.proxy }, language)
        const source = lineOf({ kind, subject_id: '', facts: english.proxy }, 'en')
        assert.notEqual(line, source, kind)
        assert.ok(!/undefined|NaN/.test(line), line)
        const missing = [...english.read].filter(
          (name) => !own.read.has(name) && !(name === 'amount' && own.read.has('amount_minor')),
        )
        assert.deepEqual(missing, [], `${kind}: ${line}`)
      }
  })
