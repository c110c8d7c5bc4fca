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

/** How a text is written: folded, for those who know Markdown. */
export const TextHelp = () => (
  <details className={classes.help}>
    <summary>{strings.help.title}</summary>
    <dl>
      {rows.map(([written, says]) => (
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
