import { onDay } from '#web/i18n/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import type { Design } from '#web/wire.ts'
import classes from './designs.module.css'
import { strings } from './strings.ts'

/** How many pages it has, when it was changed, and whether it is still there. */
export const DesignFacts = ({ design }: { design: Design }) => (
  <p className={classes.facts}>
    {design.pages !== null && <>{strings.pages(design.pages)} · </>}
    {strings.changed} {onDay(design.changed_at)} {design.gone_at !== null && <Pill tone="bad">{strings.gone}</Pill>}
  </p>
)
