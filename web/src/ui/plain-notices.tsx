import { CloseButton } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import classes from './plain-notices.module.css'
import { strings } from './strings.ts'

export interface PlainNotice {
  readonly id: string
  readonly title?: ReactNode
  readonly message: ReactNode
  readonly autoClose?: boolean | number
}

/** The same time as the notifications that these stand for. */
const shownMs = 4_000

/** Messages without the notifications library, for when its file cannot be fetched. */
export const PlainNotices = ({ notices, onClose }: { notices: readonly PlainNotice[]; onClose: (id: string) => void }) => (
  <div className={classes.notices}>
    {notices.map((notice) => (
      <Notice key={notice.id} notice={notice} onClose={() => onClose(notice.id)} />
    ))}
  </div>
)

const Notice = ({ notice: { title, message, autoClose }, onClose }: { notice: PlainNotice; onClose: () => void }) => {
  const close = useEffectEvent(onClose)
  const closeAfterMs = autoClose === false ? null : typeof autoClose === 'number' ? autoClose : shownMs
  useEffect(() => {
    if (closeAfterMs === null) return
    const timer = setTimeout(() => close(), closeAfterMs)
    return () => clearTimeout(timer)
  }, [closeAfterMs])
  return (
    <div className={classes.notice} role="alert">
      <div>
        {title && <div className={classes.title}>{title}</div>}
        {message}
      </div>
      <CloseButton size="sm" aria-label={strings.close} onClick={onClose} />
    </div>
  )
}
