import { useId } from 'react'
import classes from './hue-field.module.css'
import { strings } from './strings.ts'
import { Tag } from './tag.tsx'

export const hues = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** One of the eight colours of tags and choices. */
export const HueField = ({ value, onChange }: { value: number; onChange: (hue: number) => void }) => {
  const name = useId()
  return (
    <fieldset className={classes.field}>
      <legend>{strings.hue}</legend>
      <div className={classes.hues}>
        {hues.map((hue) => (
          <label key={hue} className={classes.hue}>
            <input
              type="radio"
              name={name}
              aria-label={strings.hues[hue]}
              checked={hue === value}
              onChange={() => onChange(hue)}
            />
            <Tag hue={hue}>{strings.hueSample}</Tag>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
