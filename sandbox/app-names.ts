const suffix = '.apps.googleusercontent.com'

/** An app as people read it: Foyer has one id at all simulators, which looks like one of Google's. */
export const appNameOf = (clientId: string): string =>
  clientId === `foyer${suffix}` ? 'Foyer' : clientId.endsWith(suffix) ? clientId.slice(0, -suffix.length) : clientId
