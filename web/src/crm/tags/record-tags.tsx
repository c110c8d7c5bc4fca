import { lazy, Suspense } from 'react'
import { IconPlus } from '#icons'
import { Popover } from '#web/ui/popover.tsx'
import { Tags } from '#web/ui/tag.tsx'
import type { PlainRecordKind, Tag } from '#web/wire.ts'
import { PlainProperty } from '../records/property.tsx'
import { strings } from './strings.ts'
import classes from './tags.module.css'

const TagPicker = lazy(() => import('./tag-picker.tsx').then(({ TagPicker }) => ({ default: TagPicker })))

/** The tags of a record, and the button by which they are changed: a row of a list of properties (`dl`). */
export const RecordTags = ({ kind, id, tags }: { kind: PlainRecordKind; id: string; tags: readonly Tag[] }) => (
  <PlainProperty name={strings.title}>
    <div className={classes.recordTags}>
      {tags.length > 0 && <Tags tags={tags} />}
      <Popover
        position="bottom-start"
        width={280}
        dropdown={{ 'aria-label': strings.picker, p: 'xs' }}
        target={
          <button type="button" className={classes.addTag} {...(tags.length > 0 && { 'aria-label': strings.editTags })}>
            <IconPlus size={14} aria-hidden />
            {tags.length === 0 && strings.addTag}
          </button>
        }
      >
        {() => (
          <Suspense>
            <TagPicker kind={kind} id={id} tags={tags} />
          </Suspense>
        )}
      </Popover>
    </div>
  </PlainProperty>
)
