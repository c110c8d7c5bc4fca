import type { FunctionComponent, SVGProps } from 'react'

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  readonly size?: number | string
  /** How thick its lines are. */
  readonly stroke?: number | string
}

export type Icon = FunctionComponent<IconProps>

/** An icon of lines, on a grid of 24 by 24: as thick and as large as asked, in the colour of the text around it. */
export const outline = (paths: readonly string[]): Icon =>
  function OutlineIcon({ size = 24, stroke = 2, ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={stroke}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    )
  }

/** An icon of areas. */
export const filled = (paths: readonly string[]): Icon =>
  function FilledIcon({ size = 24, stroke: _stroke, ...rest }) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="currentColor"
        aria-hidden="true"
        {...rest}
      >
        {paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
    )
  }
