import type { Language } from '#shapes/languages.ts'
import type { MailFacts } from '../mail-facts.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import type { MemberMails } from './member-mail.ts'
import { pt } from './pt.ts'

const languages: Readonly<Record<Language, MemberMails>> = { en, de, es, fr, hi, pt }

/** The words of the mails to members, in the language of their reader. */
export const memberMails = ({ language }: Pick<MailFacts['invitation'], 'language'>): MemberMails => languages[language]
