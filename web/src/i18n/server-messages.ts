import { translations } from './translations.ts'

/** The catalogue in which a language has the messages of the server's errors, by the English ones. */
export const serverCatalogue = 'server/errors'

/** What the server says, in the language of the app; as it came where it says more than its catalogue does, such as an amount. */
export const serverMessage = (english: string): string => {
  const messages = translations[serverCatalogue]
  const word = messages?.[english]
  if (typeof word === 'string') return word
  // "Try again in 12 seconds", "123,456 records match": the catalogue has <N> for the first number.
  const [number = ''] = /\d+(,\d{3})*/.exec(english) ?? []
  const counted = messages?.[english.replace(number, '<N>')]
  return typeof counted === 'string' ? counted.replace('<N>', number) : english
}
