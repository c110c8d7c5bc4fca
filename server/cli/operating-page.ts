import { readFileSync } from 'node:fs'
import path from 'node:path'
import { settings } from '#config'
import { makeMetrics } from '#core/metrics.ts'
import type { Retention } from '#core/retention.ts'
import { foyer } from '#domains/catalogue.ts'
import { replaceBetween } from '../reference/derived-tables.ts'

const page = path.join(import.meta.dirname, '../../docs/operating.md')

/** docs/operating.md as it must read: its prose as it is, the tables between the marks as the code says. */
export const operatingPage = (): string =>
  Object.entries({ settings: settingsTable(), retention: retentionTable(), metrics: metricsTable() }).reduce(
    (text, [name, table]) => replaceBetween(text, name, table),
    readFileSync(page, 'utf8'),
  )

const settingsTable = (): string => {
  const rows = Object.entries(settings).map(
    ([name, setting]) => `| \`${name}\` | ${defaultOf(setting.shape)} | ${setting.about} |`,
  )
  return ['| Name | Default | Purpose |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

const defaultOf = (shape: (typeof settings)[keyof typeof settings]['shape']): string => {
  const { data } = shape.safeParse(undefined)
  return data === undefined || String(data) === '' ? '—' : `\`${String(data)}\``
}

const settingOf = { eventsDays: 'EVENTS_RETENTION_DAYS', auditDays: 'AUDIT_RETENTION_DAYS' } as const

const retentionTable = (): string => {
  const kept = (days: Retention['days']): string => {
    if (typeof days === 'string') return `\`${settingOf[days]}\``
    if (days === 0) return 'until they expire'
    return days === 1 ? '1 day' : `${days} days`
  }
  const rows = foyer.retention.map(({ about, days }) => `| ${about} | ${kept(days)} |`)
  return ['| What | Kept |', '| --- | --- |', ...rows, ''].join('\n')
}

/** Our own; those of Node.js come with them. */
const metricsTable = (): string => {
  const rows = makeMetrics()
    .registry.getMetricsAsArray()
    .filter(({ name }) => name.startsWith('foyer_'))
    .map(({ name, help }) => `| \`${name}\` | ${help} |`)
  return ['| Name | Counts |', '| --- | --- |', ...rows, ''].join('\n')
}
