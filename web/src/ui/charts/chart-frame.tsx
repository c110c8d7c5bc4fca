import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import classes from './charts.module.css'
import { type ChartPoint, type ChartSeries, colourOf } from './scales.ts'
import { strings } from './strings.ts'

export interface ChartProps {
  /** What the chart says, in one sentence: the text of the picture. */
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  format(value: number): string
  readonly height?: number
}

/**
 * Around a chart: its width, the point under the pointer or the keyboard, and all its values as a table for screen readers. The keyboard
 * goes from point to point as on a slider, so that each value is said.
 */
export const ChartFrame = ({
  label,
  points,
  series,
  format,
  height = 92,
  placeOf,
  children,
}: ChartProps & {
  /** Where a point stands, in pixels from the start of a chart that wide. */
  placeOf(at: number, width: number): number
  children(drawn: { width: number; height: number; active: number | null }): ReactNode
}) => {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [active, setActive] = useState<number | null>(null)
  const last = points.length - 1
  const move = (event: KeyboardEvent): void => {
    const to = nextPoint(event.key, active ?? last, last)
    if (to === null) return
    event.preventDefault()
    setActive(to)
  }
  const point = active === null ? undefined : points[active]
  return (
    <div className={classes.frame} ref={frame}>
      {width > 0 && (
        <svg
          className={classes.chart}
          width={width}
          height={height}
          role="img"
          aria-label={label}
          onPointerMove={(event) => setActive(nearest(event, points.length, width, placeOf))}
          onPointerLeave={() => setActive(null)}
        >
          {children({ width, height, active })}
        </svg>
      )}
      {points.length > 1 && (
        <div
          className={classes.slider}
          role="slider"
          tabIndex={0}
          aria-label={strings.points(label)}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={active ?? last}
          aria-valuetext={textOf(active ?? last, { points, series, format })}
          onKeyDown={move}
          onFocus={() => setActive((before) => before ?? last)}
          onBlur={() => setActive(null)}
        />
      )}
      {point && active !== null && (
        <div className={classes.tip} style={tipPlace(placeOf(active, width), width)} aria-hidden>
          <div className={classes.tipName}>{point.name}</div>
          {series.map(({ name, values, tone }) => (
            <div key={name} className={classes.tipRow}>
              <span className={classes.swatch} style={{ background: colourOf(tone) }} />
              <span>{name}</span>
              <b>{shown(values[active], format)}</b>
            </div>
          ))}
        </div>
      )}
      <ValueTable points={points} series={series} format={format} label={label} />
    </div>
  )
}

const shown = (value: number | null | undefined, format: ChartProps['format']): string =>
  value === null || value === undefined ? strings.none : format(value)

const textOf = (at: number, { points, series, format }: Pick<ChartProps, 'points' | 'series' | 'format'>): string =>
  `${points[at]?.name ?? ''}: ${series.map(({ name, values }) => `${name} ${shown(values[at], format)}`).join(', ')}`

/** All values, out of sight. In an element around it: a table is as wide as its text, whatever its style says. */
const ValueTable = ({ label, points, series, format }: Pick<ChartProps, 'label' | 'points' | 'series' | 'format'>) => (
  <div className="hidden-visually">
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{strings.point}</th>
          {series.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map(({ name }, at) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {series.map((each) => (
              <td key={each.name}>{shown(each.values[at], format)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Arrow keys, Home and End, as of a slider; null for any other key. */
export const nextPoint = (key: string, at: number, last: number): number | null => {
  const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key]
  if (by !== undefined) return Math.min(last, Math.max(0, at + by))
  return key === 'Home' ? 0 : key === 'End' ? last : null
}

const nearest = (
  { clientX, currentTarget }: { clientX: number; currentTarget: Element },
  count: number,
  width: number,
  placeOf: (at: number, width: number) => number,
): number | null => {
  const x = clientX - currentTarget.getBoundingClientRect().left
  let best: number | null = null
  for (let at = 0; at < count; at++)
    if (best === null || Math.abs(placeOf(at, width) - x) < Math.abs(placeOf(best, width) - x)) best = at
  return best
}

/** Beside the point, on the side that has more room. */
const tipPlace = (x: number, width: number) => (x > width / 2 ? { insetInlineEnd: width - x + 8 } : { insetInlineStart: x + 8 })

const useWidth = (frame: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}
