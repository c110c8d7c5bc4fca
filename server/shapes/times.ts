const earliestMs = Date.parse('0001-01-01T00:00:00Z')
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * Whether a time stands in the years 1 to 9999, in UTC: what RFC 3339 can write and the database can hold. An offset may lead out
 * of them (`9999-12-31T23:59:59-01:00`), and digits may say no time at all (NaN).
 */
export const isKnownTime = (ms: number): boolean => ms >= earliestMs && ms <= latestMs

export const yearsKnown = 'must be in the years 0001 to 9999, in UTC'
