import { Checkbox, NativeSelect } from '@mantine/core'
import classes from './choice-grid.module.css'
import type { Settings } from './settings-api.ts'
import { strings } from './settings-strings.ts'

export type Choice = Settings['choices'][number]

const mails = (['at_once', 'summary', 'off'] as const).map((value) => ({ value, label: strings.mails[value] }))

/** A line for each topic, with its channels beside each other; on a phone below its name. */
export const ChoiceGrid = ({ choices, onChange }: { choices: readonly Choice[]; onChange: (choices: Choice[]) => void }) => {
  const change = (topic: Choice['topic'], set: Partial<Choice>): void =>
    onChange(choices.map((choice) => (choice.topic === topic ? { ...choice, ...set } : choice)))
  return (
    <div className={classes.grid}>
      <div className={classes.head} aria-hidden>
        <span>{strings.topic}</span>
        <span>{strings.app}</span>
        <span>{strings.mail}</span>
        <span>{strings.push}</span>
      </div>
      {choices.map((choice) => (
        <Row key={choice.topic} choice={choice} onChange={(set) => change(choice.topic, set)} />
      ))}
    </div>
  )
}

const Row = ({ choice, onChange }: { choice: Choice; onChange: (set: Partial<Choice>) => void }) => {
  const { name, about } = strings.topics[choice.topic]
  return (
    <fieldset className={classes.row}>
      <legend className="hidden-visually">{name}</legend>
      <span className={classes.name}>
        <strong>{name}</strong>
        <small>{about}</small>
      </span>
      <span className={classes.cell}>
        <Checkbox
          checked={choice.app}
          label={strings.app}
          aria-label={strings.of(name, strings.app)}
          classNames={{ labelWrapper: classes.label ?? '' }}
          onChange={({ currentTarget }) => onChange({ app: currentTarget.checked })}
        />
      </span>
      <span className={classes.cell}>
        <span className={classes.label} aria-hidden>
          {strings.mail}
        </span>
        <NativeSelect
          data={mails}
          value={choice.mail}
          aria-label={strings.of(name, strings.mail)}
          onChange={({ currentTarget }) => onChange({ mail: currentTarget.value as Choice['mail'] })}
        />
      </span>
      <span className={classes.cell}>
        <Checkbox
          checked={choice.push}
          label={strings.push}
          aria-label={strings.of(name, strings.push)}
          classNames={{ labelWrapper: classes.label ?? '' }}
          onChange={({ currentTarget }) => onChange({ push: currentTarget.checked })}
        />
      </span>
    </fieldset>
  )
}
