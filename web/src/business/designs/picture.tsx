import { useState } from 'react'
import { IconPalette } from '#icons'
import type { Design } from '#web/wire.ts'
import classes from './designs.module.css'

/** What a design looks like, from our own server: of the title beside it this says nothing more. */
export const Picture = ({ design }: { design: Pick<Design, 'picture'> }) => {
  const { picture } = design
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={classes.picture}>
      {picture !== null && picture !== failed ? (
        <img src={picture} alt="" loading="lazy" onError={() => setFailed(picture)} />
      ) : (
        <IconPalette size={28} stroke={1.4} aria-hidden />
      )}
    </span>
  )
}
