import { Card } from '#web/ui/card.tsx'
import type { PlainRecordKind, Tag } from '#web/wire.ts'
import { RecordTags } from '../tags/record-tags.tsx'
import { OwnFields } from './own-fields.tsx'
import { strings } from './strings.ts'
import type { FieldValues } from './values.tsx'

/** What the workspace itself says of a record, where the page has no other card for it. */
export const RecordCard = ({
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
  <Card title={strings.recordTitle}>
    <RecordTags kind={kind} id={id} tags={tags} />
    <OwnFields kind={kind} id={id} values={fields} />
  </Card>
)
