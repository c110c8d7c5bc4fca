import { Card } from '#web/ui/card.tsx'
import type { FieldValues, PlainRecordKind, Tag } from '#web/wire.ts'
import { OwnProperties } from './own-properties.tsx'
import { strings } from './strings.ts'

/** The same, where the page has no other card for it. */
export const RecordCard = (own: { kind: PlainRecordKind; id: string; tags: readonly Tag[]; fields: FieldValues }) => (
  <Card title={strings.recordTitle}>
    <OwnProperties {...own} />
  </Card>
)
