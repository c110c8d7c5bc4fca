import { samples } from './samples.ts'
import { strings } from './strings.ts'
import classes from './templates.module.css'

const rows = [
  [samples.heading, strings.help.heading],
  [samples.bold, strings.help.bold],
  [samples.list, strings.help.list],
  [samples.table, strings.help.table],
  [samples.placeholder, strings.help.placeholder],
  [samples.field, strings.help.field],
  [samples.second, strings.help.second],
  [samples.pageBreak, strings.help.pageBreak],
] as const

/** What belongs to documents alone. */
const ofDocuments: readonly string[] = [samples.placeholder, samples.field, samples.second, samples.pageBreak]

/** How a text is written: folded, for those who know Markdown. */
export const TextHelp = ({ isPlain = false }: { isPlain?: boolean }) => (
  <details className={classes.help}>
    <summary>{isPlain ? strings.help.plainTitle : strings.help.title}</summary>
    <dl>
      {rows
        .filter(([written]) => !isPlain || !ofDocuments.includes(written))
        .map(([written, says]) => (
          <div key={written}>
            <dt>
              <code>{written}</code>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
    </dl>
  </details>
)
