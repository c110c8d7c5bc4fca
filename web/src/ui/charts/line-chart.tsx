import { ChartFrame, type ChartProps } from './chart-frame.tsx'
import classes from './charts.module.css'
import { apart, type ChartSeries, colourOf, piecesOf, topOf } from './scales.ts'

interface LineChartProps extends ChartProps {
  /** A value that a dashed line marks. */
  readonly target?: { readonly name: string; readonly value: number }
}

/** Room for the last values, beside the lines; for the words below them; and above. */
const [endRoom, footRoom, headRoom] = [52, 18, 8]

/** A line over time, and in grey what it is compared with. The last values stand beside their lines. */
export const LineChart = ({ target, ...chart }: LineChartProps) => {
  const { points, series, format } = chart
  const top = topOf([...series.flatMap(({ values }) => values), target?.value ?? null])
  const placeOf = (at: number, width: number): number =>
    points.length < 2 ? 0 : (at / (points.length - 1)) * Math.max(0, width - endRoom)
  return (
    <ChartFrame {...chart} placeOf={placeOf}>
      {({ width, height, active }) => {
        const foot = height - footRoom
        const yOf = (value: number): number => foot - (value / top) * (foot - headRoom)
        const end = placeOf(points.length - 1, width)
        const drawn = { placeOf: (at: number) => placeOf(at, width), yOf, foot }
        return (
          <>
            <path d={`M0 ${foot + 0.5}H${end}`} stroke="var(--chart-grid)" />
            {target && <path d={`M0 ${yOf(target.value)}H${end}`} stroke="var(--chart-before)" strokeDasharray="3 4" />}
            {series.toReversed().map((each) => (
              <Line key={each.name} series={each} {...drawn} />
            ))}
            {target && (
              <text className={classes.overLines} x={0} y={yOf(target.value) - 5}>
                {target.name}
              </text>
            )}
            <EndLabels series={series} format={format} end={end} yOf={yOf} />
            <text x={0} y={height - 3}>
              {points[0]?.label}
            </text>
            <text x={end} y={height - 3} textAnchor="end">
              {points.at(-1)?.label}
            </text>
            {active !== null && <Marks series={series} active={active} {...drawn} />}
          </>
        )
      }}
    </ChartFrame>
  )
}

interface Drawn {
  placeOf(at: number): number
  yOf(value: number): number
  readonly foot: number
}

const Line = ({ series: { values, tone }, placeOf, yOf, foot }: { series: ChartSeries } & Drawn) => (
  <>
    {piecesOf(values).map((piece) => {
      const line = piece.map((at) => `${placeOf(at)},${yOf(values[at] ?? 0)}`).join(' ')
      const [first = 0] = piece
      const last = piece.at(-1) ?? first
      return (
        <g key={first}>
          {tone === 'you' && piece.length > 1 && (
            <polygon
              points={`${placeOf(first)},${foot} ${line} ${placeOf(last)},${foot}`}
              fill={colourOf(tone)}
              opacity={0.08}
            />
          )}
          {piece.length > 1 ? (
            <polyline points={line} fill="none" stroke={colourOf(tone)} strokeWidth={1.5} strokeLinejoin="round" />
          ) : (
            <circle cx={placeOf(first)} cy={yOf(values[first] ?? 0)} r={2} fill={colourOf(tone)} />
          )}
        </g>
      )
    })}
  </>
)

/** The last value of the first two lines, each beside its own. */
const EndLabels = ({
  series,
  format,
  end,
  yOf,
}: {
  series: readonly ChartSeries[]
  format: ChartProps['format']
  end: number
  yOf: Drawn['yOf']
}) => {
  const ends = series.slice(0, 2).flatMap(({ name, values, tone }) => {
    const value = values.at(-1)
    return value === null || value === undefined ? [] : [{ name, tone, value, y: yOf(value) }]
  })
  const [one, other] = ends
  const [first = 0, second = 0] = one && other ? apart(one.y, other.y, 14) : [one?.y ?? 0]
  return ends.map(({ name, tone, value, y }, at) => (
    <g key={name}>
      {tone === 'you' && <circle cx={end} cy={y} r={3} fill={colourOf(tone)} />}
      <text className={tone === 'you' ? classes.you : undefined} x={end + 8} y={(at === 0 ? first : second) + 4}>
        {format(value)}
      </text>
    </g>
  ))
}

const Marks = ({ series, active, placeOf, yOf, foot }: { series: readonly ChartSeries[]; active: number } & Drawn) => (
  <>
    <path d={`M${placeOf(active)} ${headRoom}V${foot}`} stroke="var(--line-control)" />
    {series.map(({ name, values, tone }) => {
      const value = values[active]
      return value === null || value === undefined ? null : (
        <circle key={name} cx={placeOf(active)} cy={yOf(value)} r={3} fill={colourOf(tone)} />
      )
    })}
  </>
)
