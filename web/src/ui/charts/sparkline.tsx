import { topOf } from './scales.ts'

/** A line of a table's cell or beside a figure, 80 by 24: its text stands next to it. */
export const Sparkline = ({ values }: { values: readonly number[] }) => {
  const top = topOf(values)
  const points = values.map((value, at) => `${(at / Math.max(1, values.length - 1)) * 78 + 1},${22 - (value / top) * 20}`)
  return (
    <svg width={80} height={24} viewBox="0 0 80 24" aria-hidden>
      <polyline points={points.join(' ')} fill="none" stroke="var(--chart-you)" strokeWidth={1.5} strokeLinejoin="round" />
    </svg>
  )
}
