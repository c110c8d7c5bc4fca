import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  IconArrowsMove,
  IconBriefcase,
  IconDots,
  IconDownload,
  IconForms,
  IconProgressCheck,
  IconTag,
  IconTrash,
  IconUserCheck,
} from '#icons'
import { downloadAddress, downloadByForm } from '#web/gateway.ts'
import { BulkBar } from '#web/ui/bulk-bar.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { useListCount } from '../lists/list-count.ts'
import { type ListState, wholeFilter } from '../lists/use-list.ts'
import { type ChangedKind, type ChangeType, isUnderWay } from './api.ts'
import classes from './bulk-changes.module.css'
import { ChangeWindow, type Opened } from './change-window.tsx'
import type { RecordSelection } from './record-selection.ts'
import { strings } from './strings.ts'
import { useSayFinished } from './use-say-finished.tsx'

/** As `change-records` takes them one by one. */
const mostNamed = 500
/** Named in an address; more are sent as a form. */
const mostInAddress = 150

const typesOf: Readonly<Record<ChangedKind, readonly ChangeType[]>> = {
  lead: ['assign', 'tag', 'set_fields', 'set_state', 'open_deals', 'delete'],
  contact: ['assign', 'tag', 'set_fields', 'open_deals', 'delete'],
  company: ['assign', 'tag', 'set_fields', 'delete'],
  deal: ['assign', 'tag', 'set_fields', 'move', 'delete'],
  task: ['assign', 'delete'],
}

const icons = {
  assign: IconUserCheck,
  tag: IconTag,
  set_fields: IconForms,
  set_state: IconProgressCheck,
  open_deals: IconBriefcase,
  move: IconArrowsMove,
  delete: IconTrash,
} as const

/** Over the foot of a list while rows of it are ticked: on a phone with a menu, on a desk with a button for each change. */
export const SelectionBar = ({ state, selection }: { opened: boolean; state: ListState; selection: RecordSelection }) => {
  const [open, setOpen] = useState<Opened | null>(null)
  const sayFinished = useSayFinished()
  const kind = state.of.kind as ChangedKind
  const count = useListCount(state)
  const total = count?.endsWith('+') ? undefined : count
  const { chosen, isWhole } = selection
  const isTooMany = !isWhole && chosen.size > mostNamed
  const of = isWhole ? wholeOf(state) : { recordIds: [...chosen] }
  const what = isWhole
    ? total
      ? strings.records[kind](Number(total.replaceAll(/\D/g, '')))
      : strings.allRecords[kind]
    : strings.records[kind](chosen.size)
  const begin = (type: ChangeType): void => setOpen({ type, of, what })
  const exported = exportOf(state, selection)
  const types = typesOf[kind]
  return (
    <>
      <BulkBar selection={selection} {...(isWhole && { count: strings.wholeSelected(total) })}>
        {!isWhole && state.list.hasOlder && (
          <Button variant="subtle" size="compact-sm" onClick={selection.chooseWhole}>
            {strings.selectWhole(total)}
          </Button>
        )}
        {isTooMany && <span className={classes.tooMany}>{strings.tooMany(mostNamed)}</span>}
        <span className={classes.buttons}>
          {types.map((type) => {
            const Icon = icons[type]
            return (
              <Button
                key={type}
                variant="subtle"
                color={type === 'delete' ? 'red' : 'gray'}
                disabled={isTooMany}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => begin(type)}
              >
                {strings.verbs[type]}
              </Button>
            )
          })}
          <ExportButton exported={exported} />
        </span>
        <span className={classes.menu}>
          <Menu
            position="top-end"
            target={
              <Button variant="default" leftSection={<IconDots size={16} aria-hidden />}>
                {strings.actions}
              </Button>
            }
          >
            {(parts) => (
              <>
                {types.map((type) => {
                  const Icon = icons[type]
                  return (
                    <parts.Item
                      key={type}
                      disabled={isTooMany}
                      leftSection={<Icon size={16} aria-hidden />}
                      onClick={() => begin(type)}
                    >
                      {strings.verbs[type]}
                    </parts.Item>
                  )
                })}
                <parts.Item {...asExport(exported)} leftSection={<IconDownload size={16} aria-hidden />}>
                  {strings.export}
                </parts.Item>
              </>
            )}
          </Menu>
        </span>
      </BulkBar>
      <ChangeWindow
        opened={open}
        kind={kind}
        onClose={() => setOpen(null)}
        onStarted={(change) => {
          setOpen(null)
          selection.setAll([])
          if (!isUnderWay(change)) sayFinished(change)
        }}
      />
    </>
  )
}

const wholeOf = ({ of, filter, search }: ListState): Opened['of'] => {
  const whole = { ...wholeFilter(of, filter), ...(search.q !== undefined && { search: search.q }) }
  return Object.keys(whole).length > 0 ? whole : { all: true }
}

const ExportButton = ({ exported }: { exported: Exported }) => (
  <Button variant="subtle" color="gray" {...asExport(exported)} leftSection={<IconDownload size={16} aria-hidden />}>
    {strings.export}
  </Button>
)

interface Exported {
  readonly parameters: Readonly<Record<string, string>>
  readonly isLong: boolean
}

/** With the columns that are shown. */
const exportOf = ({ of, filter, search, columns }: ListState, { chosen, isWhole }: RecordSelection): Exported => {
  const whole = wholeFilter(of, filter)
  const parameters = {
    kind: of.kind,
    columns: columns.map(({ key }) => key).join(','),
    ...(isWhole
      ? { ...(whole.filter && { filter: JSON.stringify(whole.filter) }), ...(search.q !== undefined && { search: search.q }) }
      : { ids: [...chosen].join(',') }),
  }
  return { parameters, isLong: !isWhole && chosen.size > mostInAddress }
}

/** A link, or a button that sends a form where an address has no room. */
const asExport = ({ parameters, isLong }: Exported) =>
  isLong
    ? { onClick: () => downloadByForm('export-records', parameters) }
    : { component: 'a' as const, href: downloadAddress('export-records', parameters), download: true }
