import type { Db } from '#core/context.ts'
import { findPerson, languageOfPerson } from '#domains/platform/users/users.ts'
import type { Language } from '#shapes/languages.ts'
import type { BookingRow } from './bookings.ts'

const requestOf: Readonly<Record<Language, string>> = {
  en: 'Request',
  de: 'Anfrage',
  fr: 'Demande',
  es: 'Solicitud',
  pt: 'Solicitação',
  hi: 'अनुरोध',
}

/** What a meeting is called in the calendar of a host, in their language. */
export const titleInCalendar = (
  booking: Pick<BookingRow, 'state' | 'name' | 'company'>,
  typeName: string,
  language: Language,
): string => {
  const booker = [booking.name, booking.company].filter((each) => each).join(', ')
  return `${booking.state === 'pending' ? `${requestOf[language]}: ` : ''}${typeName}: ${booker}`.slice(0, 500)
}

export const languageOfHost = async (db: Db, personId: string): Promise<Language> =>
  languageOfPerson(await findPerson(db, personId))
