import { Select } from '#web/ui/select.tsx'
import type { ShownMapping } from './api.ts'
import classes from './crm-sync.module.css'
import { mappingStrings as strings } from './mapping-strings.ts'

/** Which stage of the CRM is which stage here. */
export const Stages = ({
  mapping: { stages, own_stages },
  chosen,
  onChange,
}: {
  mapping: ShownMapping
  /** By the CRM's stage, what differs from what is saved. */
  chosen: Readonly<Record<string, string>>
  onChange: (chosen: Readonly<Record<string, string>>) => void
}) => {
  if (stages.length === 0) return <span className="dim">{strings.noStages}</span>
  const groups = [...Map.groupBy(own_stages, ({ pipeline }) => pipeline)]
  const data = groups.map(([group, own]) => ({ group, items: own.map(({ id, name }) => ({ value: id, label: name })) }))
  const choose = (theirs: string, before: string | null, value: string | null): void => {
    const { [theirs]: _, ...others } = chosen
    onChange(value === null || value === before ? others : { ...others, [theirs]: value })
  }
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
    <ul className={`${classes.list} ${classes.stages}`} role="list" aria-label={strings.stagesList}>
      {stages.map(({ theirs, name, pipeline, kind, ours }) => (
        <li key={theirs}>
          <div>
            <bdi>{name}</bdi>
            <div className={classes.below}>{[pipeline, strings.ends[kind]].filter(Boolean).join(' · ')}</div>
          </div>
          <Select
            aria-label={strings.stageOf(name)}
            data={data}
            value={chosen[theirs] ?? ours}
            allowDeselect={false}
            searchable
            onChange={(value) => choose(theirs, ours, value)}
          />
        </li>
      ))}
    </ul>
  )
}
