import type { z } from 'zod'
import type { StepReason } from '#domains/platform/mail-out/mail-facts.ts'
import type { WantedMail } from '#domains/platform/mail-out/mails.ts'
import { type Language, languageOf, localeOfCountry } from '#shapes/languages.ts'
import { cut, put } from '#shapes/texts.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { HumanStep } from './human-step-rows.ts'
import { stepStrings } from './step-strings.ts'

/** Why a step is announced. */
export type AnnouncedBecause = StepReason

type Step = z.input<typeof HumanStep>
type Mail<Template extends 'human-step' | 'human-step-client'> = Pick<WantedMail<Template>, 'template' | 'facts'>

interface Organization {
  readonly name: string
  readonly time_zone: string
  readonly default_country: string | null
}

interface Sent {
  readonly link: string
  readonly because: AnnouncedBecause
}

/** As every time that people read. */
const timeOf = (at: string, locale: string, { time_zone }: Organization): string =>
  sayTime(new Date(at), { locale, zone: time_zone }).whole

/** To a member who is asked. */
export const memberMailOf = (
  { heading, text, workflow, about, due_at }: Step,
  organization: Organization,
  { link, because, language }: Sent & { readonly language: Language },
): Mail<'human-step'> => ({
  template: 'human-step',
  facts: {
    ...{ language, because, heading: cut(heading, 300), text, link, organization: organization.name },
    workflow: workflow.name,
    about: about?.name ?? '',
    until: due_at ? timeOf(due_at, language === 'en' ? 'en-GB' : language, organization) : '',
  },
})

/** To a client, in the language of the workspace's country: what is asked is in the words of who wrote the workflow. */
export const clientMailOf = (
  { heading, text, due_at }: Step,
  organization: Organization,
  { link, because }: Sent,
): Mail<'human-step-client'> => {
  const locale = localeOfCountry(organization.default_country)
  const strings = stepStrings(locale)
  const sender = organization.name
  const until = due_at ? put(strings.mailUntil, { at: timeOf(due_at, locale, organization) }) : ''
  return {
    template: 'human-step-client',
    facts: {
      ...{ language: languageOf(locale), sender, link, button: strings.mailButton, orCopy: strings.orCopy },
      subject: put(because === 'reminded' ? strings.mailReminder : strings.mailSubject, { sender, heading }),
      title: cut(heading, 300),
      first: text.trim() === '' ? put(strings.asks, { sender }) : text,
      second: `${strings.mailOpens} ${until}`.trim(),
      footer: put(strings.mailFooter, { sender }),
    },
  }
}
