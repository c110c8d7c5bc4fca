import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { counted } from '#web/i18n/format.ts'
import type { ListKind, SavedView } from '#web/wire.ts'
import pageClasses from '../../shell/page-list.module.css'
import { useCount } from './api.ts'
import { strings } from './pinned-strings.ts'
import classes from './pinned-views.module.css'
import { usePinOrder } from './use-pin-order.ts'

const pages = {
  lead: { to: '/leads' },
  contact: { to: '/contacts' },
  company: { to: '/companies' },
  deal: { to: '/deals' },
  task: { to: '/tasks' },
  invoice: { to: '/invoices' },
  upload: { to: '/uploads' },
  delivery: { to: '/settings/deliveries' },
  webhook_delivery: { to: '/settings/webhook-deliveries' },
  activity: { to: '/settings/activity' },
} as const satisfies Readonly<Record<ListKind, { to: string }>>

/** With ten of them in the sidebar a tab counts once in a second. */
const betweenCountsMs = 10_000

/** The views that one has pinned, with how many each finds, in an order that one changes. */
export const PinnedList = ({ kept }: { kept: readonly SavedView[] }) => {
  const [title, help] = [useId(), useId()]
  const { pinned, spoken, list, grips } = usePinOrder(kept)
  return (
    <>
      <div className={pageClasses.navTitle} id={title} data-words>
        {strings.pinned}
      </div>
      <span className="hidden-visually" role="status">
        {spoken}
      </span>
      <ul className={pageClasses.navList} aria-labelledby={title} aria-describedby={help} ref={list}>
        {pinned.map((view) => (
          <li key={view.id} data-pin={view.id} {...grips(view)}>
            <PinnedView view={view} />
          </li>
        ))}
      </ul>
      <span className="hidden-visually" id={help}>
        {pinned.length > 1 && strings.pinHelp}
      </span>
    </>
  )
}

const PinnedView = ({ view }: { view: SavedView }) => {
  const { data } = useCount({ kind: view.kind, filter: view.filter }, { isEnabled: true, everyMs: betweenCountsMs })
  // The page of deals says by `view` whether it is a board.
  const search = view.kind === 'deal' ? { view: 'list', saved: view.id } : { view: view.id }
  return (
    <Link
      {...pages[view.kind]}
      search={search as never}
      className={pageClasses.link}
      draggable={false}
      activeOptions={{ includeSearch: true }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <span className={classes.viewMark} aria-hidden />
      <span className={pageClasses.linkName} data-words>
        {view.name}
      </span>
      {data && (
        <span className="dim numbers" data-words>
          {data.is_exact ? counted(data.count) : strings.atLeast(data.count)}
        </span>
      )}
    </Link>
  )
}
