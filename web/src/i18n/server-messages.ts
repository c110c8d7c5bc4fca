import { translations } from './translations.ts'

/** The catalogue in which a language has the messages of the server's errors, by the English ones. */
export const serverCatalogue = 'server/errors'

/** What the server says, in the language of the app; as it came where it says more than its catalogue does, such as an amount. */
export const serverMessage = (english: string): string => {
  const word = translations[serverCatalogue]?.[english]
  return typeof word === 'string' ? word : english
}
