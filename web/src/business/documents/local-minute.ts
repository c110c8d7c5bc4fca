/** As a field of date and time takes it, in the reader's own zone. */
export const localMinute = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
