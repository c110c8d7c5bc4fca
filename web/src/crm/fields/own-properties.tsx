import type { FieldValues, PlainRecordKind, Tag } from '#web/wire.ts'
import { RecordTags } from '../tags/record-tags.tsx'
import classes from './fields.module.css'
import { OwnFields } from './own-fields.tsx'

/** What the workspace itself says of a record: its tags, and fields of its own. */
export const OwnProperties = ({
  kind,
  id,
  tags,
  fields,
}: {
  kind: PlainRecordKind
  id: string
  tags: readonly Tag[]
  fields: FieldValues
}) => (
  <dl className={classes.properties}>
    <RecordTags kind={kind} id={id} tags={tags} />
    <OwnFields kind={kind} id={id} values={fields} />
  </dl>
)
