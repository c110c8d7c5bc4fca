import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { shareOf } from '#web/i18n/figure-format.ts'
import type { Report, ReportFigure, ReportGrouping } from '#web/wire.ts'
import classes from './reports.module.css'
import { type ListOf, listText, type ReportSearch } from './reports-search.ts'
import { strings } from './strings.ts'
import { changeOf, figureName, keyName, shownValue } from './values.ts'

/** The figures of the whole period, each with its list. */
export const ReportTotals = ({ report, search }: { report: Report; search: ReportSearch }) => (
  <dl className={classes.totals}>
    {report.figures.map((figure) => (
      <div key={`${figure.figure} ${figure.currency}`} className={classes.total}>
        <dt>{figureName(figure.figure)}</dt>
        <dd>
          <Value figure={figure} search={search} of={{ figure: figure.figure }} />
          <Share figure={figure} among={report.figures} />
          <Change figure={figure} />
        </dd>
      </div>
    ))}
  </dl>
)

/** The figures of a report by source, teammate, stage or age. */
export const ReportTable = ({ group: { by, rows }, search }: { group: Report['groups'][number]; search: ReportSearch }) => {
  const id = useId()
  const columns = [...new Map(rows.flatMap(({ figures }) => figures).map((figure) => [columnOf(figure), figure])).entries()]
  return (
    <section aria-labelledby={id} className={classes.group}>
      <Title order={2} id={id} className={classes.groupTitle}>
        {strings.by[by]}
      </Title>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={classes.scroll} aria-label={strings.by[by]} tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{strings.groups[by]}</th>
              {columns.map(([column, { figure, currency }]) => (
                <th key={column} scope="col" data-end>
                  {figureName(figure)}
                  {currency && ` ${currency}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <bdi>{keyName(by, row)}</bdi>
                </th>
                {columns.map(([column, blank]) => (
                  <td key={column} data-end>
                    <Cell
                      figure={
                        row.figures.find((figure) => columnOf(figure) === column) ?? { ...blank, value: null, before: null }
                      }
                      {...{ by, search }}
                      among={row.figures}
                      rowKey={row.key}
                      rowName={keyName(by, row)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

const columnOf = ({ figure, currency }: Pick<ReportFigure, 'figure' | 'currency'>): string => `${figure} ${currency ?? ''}`

const Cell = ({
  figure,
  by,
  rowKey,
  rowName,
  search,
  among,
}: {
  figure: ReportFigure
  among: readonly ReportFigure[]
  by: ReportGrouping
  rowKey: string | null
  rowName: string
  search: ReportSearch
}) => (
  <>
    <Value figure={figure} search={search} of={{ figure: figure.figure, by, key: rowKey }} about={rowName} />
    <Share figure={figure} among={among} />
    <Change figure={figure} />
  </>
)

/** A value that leads to the list behind it; nothing leads to an empty one. */
const Value = ({ figure, search, of, about }: { figure: ReportFigure; search: ReportSearch; of: ListOf; about?: string }) => {
  const { figure: name, currency, value } = figure
  const text = shownValue(figure, value)
  if (!value) return <span className={classes.value}>{text}</span>
  return (
    <Link
      to="."
      search={{ ...search, list: listText({ ...of, ...(currency && { currency }) }) } as never}
      className={classes.value}
      resetScroll={false}
    >
      {text}
      <span className="hidden-visually">
        : {figureName(name)}
        {about && `, ${about}`}
      </span>
    </Link>
  )
}

const Change = ({ figure }: { figure: ReportFigure }) => {
  const change = changeOf(figure)
  if (!change) return null
  return (
    <span className={classes.change} data-tone={change.tone} title={strings.before(shownValue(figure, figure.before))}>
      {change.text}
    </span>
  )
}

/** Of leads: how many of them came so far. */
const Share = ({ figure: { figure, value }, among }: { figure: ReportFigure; among: readonly ReportFigure[] }) => {
  const leads = among.find((each) => each.figure === 'leads')?.value
  if (!leads || value === null || figure === 'leads') return null
  return <span className={classes.share}>{shareOf(value, leads)}</span>
}
