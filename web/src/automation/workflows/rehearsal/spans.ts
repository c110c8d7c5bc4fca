import { languageTag } from '#web/i18n/format.ts'

const mostMonths = 6
const dayMs = 86_400_000

/** The months before this one, the newest first, by their first day. */
export const monthsBefore = (now: Date): { readonly value: string; readonly label: string }[] =>
  Array.from({ length: mostMonths }, (_, index) => {
    const first = new Date(now.getFullYear(), now.getMonth() - index - 1, 1)
    const label = first.toLocaleDateString(languageTag, { month: 'long', year: 'numeric' })
    return { value: `month ${first.getFullYear()} ${first.getMonth()}`, label }
  })

/** From and to, of a number of days or of a month. */
export const spanOf = (chosen: string, now: Date): { readonly from: string; readonly to?: string } => {
  const [, year, month] = /^month (\d+) (\d+)$/.exec(chosen) ?? []
  if (year === undefined || month === undefined) return { from: new Date(now.getTime() - Number(chosen) * dayMs).toISOString() }
  const [from, to] = [0, 1].map((next) => new Date(Number(year), Number(month) + next, 1).toISOString())
  return { from: from ?? '', ...(to && { to }) }
}
