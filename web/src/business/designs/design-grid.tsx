import type { Design } from '#web/wire.ts'
import { DesignActions, DesignLinks } from './design-actions.tsx'
import { DesignFacts } from './design-facts.tsx'
import classes from './designs.module.css'
import { Exports } from './exports.tsx'
import { Picture } from './picture.tsx'
import { strings } from './strings.ts'

/** Designs as cards, each with its picture, links and exports. `canAsk`: an account is connected. */
export const DesignGrid = ({ designs, canAsk }: { designs: readonly Design[]; canAsk: boolean }) => (
  // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
  <ul className={classes.grid} role="list" aria-label={strings.list}>
    {designs.map((design) => (
      <li key={design.id} className={classes.design}>
        <Picture design={design} />
        <div className={classes.body}>
          <h2 className={classes.name}>
            <bdi>{design.title}</bdi>
          </h2>
          <DesignFacts design={design} />
          <DesignLinks design={design} />
          <Exports exports={design.exports} />
          {canAsk && design.gone_at === null && <DesignActions design={design} canLink />}
        </div>
      </li>
    ))}
  </ul>
)
