import type { TooltipProps } from '@mantine/core'
import { cloneElement, type ReactElement, type Ref, useState } from 'react'
import { overlays, useLater } from './overlays.ts'

type Hinted = ReactElement<{
  ref?: Ref<HTMLElement & HTMLButtonElement & HTMLAnchorElement & HTMLDivElement> | undefined
  onPointerEnter?: (() => void) | undefined
  onFocus?: (() => void) | undefined
  'aria-label'?: string | undefined
}>

interface Props extends Pick<TooltipProps, 'label' | 'multiline' | 'maw' | 'w' | 'events' | 'opened'> {
  readonly children: Hinted
}

/** A few words beside what is pointed at. They are said again elsewhere, or can be done without. */
export const Tooltip = ({ children, ...hint }: Props) => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const { Tooltip: Library } = useLater(overlays, hint.opened === true) ?? {}
  return (
    <>
      {cloneElement(children, {
        ref: setElement,
        onPointerEnter: overlays.getReady,
        onFocus: overlays.getReady,
        ...(typeof hint.label === 'string' &&
          hint.label !== children.props['aria-label'] && { 'aria-description': hint.label }),
      })}
      {Library && element && <Library {...hint} target={element} />}
    </>
  )
}
