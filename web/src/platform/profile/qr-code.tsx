import { useMemo } from 'react'
import classes from './profile.module.css'

/** A QR code that the server drew as SVG. Its shapes are taken over, nothing else: what is drawn here runs nothing. Black on white in either scheme, as cameras want it. */
export const QrCode = ({ svg, label }: { svg: string; label: string }) => {
  const { viewBox, shapes } = useMemo(() => readSvg(svg), [svg])
  return (
    <svg viewBox={viewBox} className={classes.qr} role="img" aria-label={label} shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={shapes} fill="black" />
    </svg>
  )
}

const readSvg = (svg: string): { viewBox: string; shapes: string } => {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  const paths = [...root.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '')
  return { viewBox: root.getAttribute('viewBox') ?? '0 0 1 1', shapes: paths.join(' ') }
}
