import { lazy, Suspense } from 'react'
import type { FieldValues, PlainRecordKind } from '#web/wire.ts'

const FieldList = lazy(() => import('./field-list.tsx').then(({ FieldList }) => ({ default: FieldList })))

/** The fields of the workspace's own on a record, edited in place: rows of a list of properties (`dl`), none where a workspace has none. */
export const OwnFields = (props: { kind: PlainRecordKind; id: string; values: FieldValues }) =>
  Object.keys(props.values).length > 0 && (
    <Suspense>
      <FieldList {...props} />
    </Suspense>
  )
