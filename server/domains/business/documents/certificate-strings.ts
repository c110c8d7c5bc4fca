import { type Language, languageOf } from '#shapes/languages.ts'
import type { EventKind } from './chain.ts'

interface Words {
  readonly title: string
  readonly document: string
  readonly id: string
  readonly issuer: string
  readonly signedAt: string
  readonly original: string
  readonly sealed: string
  readonly head: string
  readonly verify: string
  readonly verifySays: string
  readonly email: string
  readonly role: string
  readonly roles: { readonly admin: string; readonly client: string }
  readonly how: string
  readonly classes: { readonly link: string; readonly session: string; readonly attested: string }
  readonly byCode: string
  readonly attestedBy: string
  readonly signedAs: string
  readonly address: string
  readonly agent: string
  readonly events: string
  readonly kinds: Readonly<Record<EventKind, string>>
  readonly closing: string
}

const en: Words = {
  title: 'Certificate',
  document: 'Document',
  id: 'Number',
  issuer: 'Sent by',
  signedAt: 'Signed at',
  original: 'SHA-256 of the document as sent',
  sealed: 'SHA-256 of the sealed document',
  head: 'Head of the evidence',
  verify: 'Verify this document',
  verifySays:
    'The page behind this code says whether the document and its evidence are whole, and recognises a copy of the file.',
  email: 'Email',
  role: 'Signed as',
  roles: { admin: 'Sender', client: 'Client' },
  how: 'Identified by',
  classes: {
    link: 'A link sent to this email address alone',
    session: 'A signed-in session',
    attested: 'Attested: signed elsewhere, by the word of the sender',
  },
  byCode: 'and a code sent to it before the document was shown',
  attestedBy: 'Attested by',
  signedAs: 'Name as signed',
  address: 'Network address',
  agent: 'Browser, as it says',
  events: 'What happened',
  kinds: {
    made: 'Document made',
    sent: 'Link sent',
    delivered: 'Email delivered',
    bounced: 'Email bounced',
    opened: 'Page opened',
    code_sent: 'Code sent',
    code_entered: 'Code entered',
    page_viewed: 'Page viewed',
    consented: 'Agreed to sign electronically',
    signed: 'Signed',
    declined: 'Declined',
    reminded: 'Reminded',
    handed_over: 'Another signer named by this one',
    signer_kept: 'Other signer refused by the sender',
    replaced: 'Signer replaced',
    extended: 'Deadline extended',
    voided: 'Voided',
    expired: 'Expired',
    completed: 'Signed by all',
    sealed: 'Sealed',
    downloaded: 'Downloaded',
    erased: 'Personal data erased',
  },
  closing:
    'Each event holds the hash (SHA-256) of the one before. The complete evidence is attached to this file as evidence.json; how it is computed is public. This certificate is sealed as a whole.',
}

const de: Words = {
  title: 'Zertifikat',
  document: 'Dokument',
  id: 'Nummer',
  issuer: 'Gesendet von',
  signedAt: 'Unterschrieben am',
  original: 'SHA-256 des gesendeten Dokuments',
  sealed: 'SHA-256 des versiegelten Dokuments',
  head: 'Kopf des Nachweises',
  verify: 'Dokument prüfen',
  verifySays: 'Die Seite hinter diesem Code sagt, ob Dokument und Nachweis unversehrt sind, und erkennt eine Kopie der Datei.',
  email: 'E-Mail',
  role: 'Unterschrieben als',
  roles: { admin: 'Absender', client: 'Kunde' },
  how: 'Erkannt durch',
  classes: {
    link: 'Einen Link, der nur an diese E-Mail-Adresse ging',
    session: 'Eine angemeldete Sitzung',
    attested: 'Bezeugt: anderswo unterschrieben, nach Angabe des Absenders',
  },
  byCode: 'und einen Code dorthin, bevor das Dokument gezeigt wurde',
  attestedBy: 'Bezeugt von',
  signedAs: 'Name bei der Unterschrift',
  address: 'Netzadresse',
  agent: 'Browser, nach eigener Angabe',
  events: 'Was geschah',
  kinds: {
    ...en.kinds,
    made: 'Dokument erstellt',
    sent: 'Link gesendet',
    opened: 'Seite geöffnet',
    code_sent: 'Code gesendet',
    code_entered: 'Code eingegeben',
    consented: 'Der elektronischen Unterschrift zugestimmt',
    signed: 'Unterschrieben',
    declined: 'Abgelehnt',
    reminded: 'Erinnert',
    handed_over: 'Andere Person zur Unterschrift genannt',
    signer_kept: 'Andere Person vom Absender abgelehnt',
    replaced: 'Unterzeichner ersetzt',
    extended: 'Frist verlängert',
    voided: 'Zurückgezogen',
    expired: 'Abgelaufen',
    completed: 'Von allen unterschrieben',
    sealed: 'Versiegelt',
    downloaded: 'Heruntergeladen',
  },
  closing:
    'Jedes Ereignis enthält den Hash (SHA-256) des vorigen. Der vollständige Nachweis liegt dieser Datei als evidence.json bei; wie er berechnet wird, ist öffentlich. Dieses Zertifikat ist als Ganzes versiegelt.',
}

/** Certificates are written in English and German; in the other languages the certificate is English, which a court anywhere can have read. */
const words: Readonly<Record<Language, Words>> = { en, de, fr: en, es: en, pt: en, hi: en }

export const certificateWords = (locale: string): Words => words[languageOf(locale)]
