import { IconX } from '#icons'
import { Toolbar } from '#web/ui/toolbar.tsx'
import classes from './lists.module.css'
import { useRecordName } from './record-names.ts'
import { strings } from './strings.ts'

/** Below the head of a page with a list of its own: of which contact or company it shows what belongs to it. */
export const OneRecord = ({ kind, id, onClear }: { kind: 'contact' | 'company'; id: string; onClear: () => void }) => {
  const words = `${strings.fields[kind]} ${useRecordName(kind, id) ?? '…'}`
  return (
    <Toolbar>
      <span className={classes.chip}>
        <span className={classes.chipText}>{words}</span>
        <button type="button" className={classes.chipRemove} aria-label={strings.removeFilter(words)} onClick={onClear}>
          <IconX size={14} aria-hidden />
        </button>
      </span>
    </Toolbar>
  )
}
