import { byWorkflow } from '#web/ui/by-workflow.ts'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { ShownDeal } from './api.ts'
import classes from './deal-page.module.css'
import { strings } from './strings.ts'

/** Every move, newest first, with who made it and why. */
export const DealMoves = ({ shown: { moves } }: { shown: ShownDeal }) => (
  <Card title={strings.moves}>
    {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
    <ol className={classes.steps} role="list" reversed>
      {moves.map((move) => (
        <li key={move.id}>
          <div>{move.from === null ? strings.openedIn(move.to.name) : strings.movedFromTo(move.from.name, move.to.name)}</div>
          {move.why !== null && (
            <div>
              <bdi>{move.why}</bdi>
            </div>
          )}
          <div className="dim">
            {move.workflow !== null
              ? byWorkflow(move.workflow)
              : move.person
                ? strings.by(move.person.name ?? strings.formerMember)
                : ((strings.causes as Readonly<Record<string, string>>)[move.cause] ?? move.cause)}
            {' · '}
            <RelativeTime at={move.at} long />
          </div>
        </li>
      ))}
    </ol>
  </Card>
)
