import { NativeSelect, Title } from '@mantine/core'
import { getRouteApi, useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { IconMessages } from '#icons'
import { useShortcuts } from '#web/shell/keyboard.ts'
import { Empty } from '#web/ui/empty.tsx'
import { useTabTitle } from '#web/ui/page-header.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useConversations } from './api.ts'
import { ConversationPane } from './conversation-pane.tsx'
import classes from './inbox.module.css'
import { channels, type InboxSearch, views } from './inbox-search.ts'
import { channelName } from './names.ts'
import { strings } from './strings.ts'
import { ThreadList } from './thread-list.tsx'

const route = getRouteApi('/staff/inbox')

/** Everything that people write, whatever way it comes: one conversation a person. */
export const InboxPage = () => {
  const search = route.useSearch()
  const navigate = useNavigate()
  const { projectId } = useParams({ strict: false })
  const [contactId, setContactId] = useState<string | undefined>(undefined)
  const list = useConversations(search)
  const rows = useRef<HTMLElement>(null)
  const change = (next: InboxSearch): void => void navigate({ to: '.', search: next, replace: true, resetScroll: false })

  const open = (target: HTMLElement | undefined): boolean => {
    if (!target) return false
    target.scrollIntoView({ block: 'nearest' })
    const project = target.dataset.project
    if (projectId !== undefined && project !== undefined)
      void navigate({ to: '/inbox/$projectId', params: { projectId: project }, search, replace: true, resetScroll: false })
    else target.focus({ preventScroll: true })
    return true
  }
  const step = (by: 1 | -1): boolean => {
    const all = [...(rows.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const at = all.findIndex((row) => (projectId === undefined ? row === document.activeElement : row.ariaCurrent === 'true'))
    return open(all[at === -1 ? 0 : at + by])
  }
  useShortcuts({ j: () => step(1), k: () => step(-1) })

  return (
    <div className={classes.inbox} data-fills data-open={projectId !== undefined || undefined}>
      <section className={classes.list} ref={rows} aria-label={strings.title}>
        <div className={classes.listHead}>
          <ListTitle isPage={projectId === undefined} />
          <NativeSelect
            aria-label={strings.channel}
            value={search.channel ?? ''}
            data={[
              { value: '', label: strings.anyChannel },
              ...channels.map((value) => ({ value, label: channelName(value) })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const { channel: _before, ...rest } = search
              const channel = channels.find((known) => known === value)
              change(channel ? { ...rest, channel } : rest)
            }}
          />
        </div>
        <search className={classes.searchBox}>
          <SearchBox
            value={search.q ?? ''}
            label={strings.search}
            placeholder={strings.search}
            onChange={(q) => {
              const { q: _before, ...rest } = search
              change(q === '' ? rest : { ...rest, q })
            }}
          />
        </search>
        <fieldset className={classes.views}>
          <legend className="hidden-visually">{strings.views}</legend>
          {views.map((view) => (
            <button
              key={view}
              type="button"
              className={classes.view}
              aria-pressed={(search.view ?? 'all') === view}
              onClick={() => {
                const { view: _before, ...rest } = search
                change(view === 'all' ? rest : { ...rest, view })
              }}
            >
              {strings.view[view]}
            </button>
          ))}
        </fieldset>
        <section
          className={classes.listBody}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
          tabIndex={0}
          aria-label={strings.list}
        >
          <ThreadList
            list={list}
            search={search}
            openContactId={projectId === undefined ? undefined : contactId}
            openProjectId={projectId}
            onShowAll={() => change({})}
          />
        </section>
      </section>
      {projectId === undefined ? (
        <div className={classes.nothing}>
          {list.rows.length > 0 && (
            <Empty icon={<IconMessages size={24} stroke={1.6} />} title={strings.chooseTitle} text={strings.chooseText} />
          )}
        </div>
      ) : (
        <ConversationPane key={projectId} projectId={projectId} search={search} onContact={setContactId} />
      )}
    </div>
  )
}

const ListTitle = ({ isPage }: { isPage: boolean }) => (
  <>
    {isPage && <TabTitle />}
    <Title order={isPage ? 1 : 2} className={classes.listTitle ?? ''} tabIndex={-1}>
      {strings.title}
    </Title>
  </>
)

const TabTitle = () => {
  useTabTitle(strings.title)
  return null
}
