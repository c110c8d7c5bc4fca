import { IconAlertTriangle } from '#icons'
import { fieldPath } from '../names/spoken-names.ts'
import { troubleText } from '../trouble-text.tsx'
import { useEditing } from './editing.ts'
import classes from './editor.module.css'

/** What is said about a step, or with null about the workflow as a whole: above its fields, each of which says its own again. */
export const TroubleList = ({ node }: { node: string | null }) => {
  const { troubles } = useEditing()
  const own = troubles.filter((trouble) => trouble.node === node)
  if (own.length === 0) return null
  return (
    <ul className={classes.troubles} aria-live="polite">
      {own.map(({ field, message, level }) => (
        <li key={`${field} ${message}`} data-level={level}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {field !== '' && <strong>{fieldPath(field)}: </strong>}
            {troubleText(message)}
          </span>
        </li>
      ))}
    </ul>
  )
}
