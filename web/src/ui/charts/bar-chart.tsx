import { ChartFrame, type ChartProps } from './chart-frame.tsx'
import classes from './charts.module.css'
import { colourOf, topOf } from './scales.ts'

interface BarChartProps extends ChartProps {
  /** Above a bar, in few characters; nothing where bars have no numbers. */
  short?(value: number): string
  /** The last bar is the one that the chart is about: the others are grey. */
  readonly isLastOwn?: boolean
}

const [headRoom, footRoom, widest] = [18, 18, 36]

/** Bars over time; of several series they stand on each other. */
export const BarChart = ({ short, isLastOwn = false, ...chart }: BarChartProps) => {
  const { points, series } = chart
  const sums = points.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0))
  const top = topOf(sums)
  const placeOf = (at: number, width: number): number => ((at + 0.5) / points.length) * width
  return (
    <ChartFrame {...chart} placeOf={placeOf}>
      {({ width, height, active }) => {
        const foot = height - footRoom
        const room = width / points.length
        const wide = Math.max(2, Math.min(widest, room * 0.7))
        const hasText = room >= 34
        const every = Math.max(1, Math.ceil(44 / room))
        return (
          <>
            <path d={`M0 ${foot + 0.5}H${width}`} stroke="var(--chart-grid)" />
            {points.map((point, at) => {
              const x = placeOf(at, width)
              const isOwn = !isLastOwn || at === points.length - 1
              const sum = sums[at] ?? 0
              let y = foot
              return (
                <g key={point.name} opacity={active === null || active === at ? 1 : 0.6}>
                  {series.map(({ name, values, tone }) => {
                    const tall = (Math.max(0, values[at] ?? 0) / top) * (foot - headRoom)
                    y -= tall
                    return (
                      <rect
                        key={name}
                        {...{ x: x - wide / 2, y, width: wide, height: tall, rx: 2 }}
                        fill={isOwn ? colourOf(tone) : 'var(--chart-before)'}
                        opacity={isOwn ? 1 : 0.55}
                      />
                    )
                  })}
                  {short && hasText && sum > 0 && (
                    <text className={isOwn && isLastOwn ? classes.you : undefined} x={x} y={y - 5} textAnchor="middle">
                      {short(sum)}
                    </text>
                  )}
                  {(points.length - 1 - at) % every === 0 && (
                    <text x={x} y={height - 3} textAnchor="middle">
                      {point.label}
                    </text>
                  )}
                </g>
              )
            })}
          </>
        )
      }}
    </ChartFrame>
  )
}
