/** What each use of a Google account asks for (https://developers.google.com/identity/protocols/oauth2/scopes). */
const scopes = {
  calendar: ['https://www.googleapis.com/auth/calendar.events', 'https://www.googleapis.com/auth/calendar.readonly'],
  mail: ['https://www.googleapis.com/auth/gmail.send', 'https://www.googleapis.com/auth/gmail.modify'],
} as const

type Use = keyof typeof scopes

export const scopesOf = (wants: readonly Use[]): string[] => wants.flatMap((use) => [...scopes[use]])

/** A person may untick scopes on the consent page: a use is there when all of its scopes are. */
export const allows = (granted: readonly string[], use: Use): boolean => scopes[use].every((scope) => granted.includes(scope))
