export const apiVersion = '2026-10-28.endive'

/** The default of an old account when no version is named: events then have another shape. */
export const accountVersion = '2016-07-06'

export const isVersion = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(text)
