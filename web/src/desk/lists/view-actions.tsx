import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import { IconDots } from '#icons'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { SavedView } from '#web/wire.ts'
import { useViewChange } from './api.ts'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'
import type { Draft } from './view-window.tsx'

const ConfirmWindow = laterWindow(() => import('#web/ui/confirm-window.tsx').then(({ ConfirmWindow }) => ConfirmWindow))
const ViewWindow = laterWindow(() => import('./view-window.tsx').then(({ ViewWindow }) => ViewWindow))

/** Keeps the list as it stands, and what can be done with the view that is shown. */
export const ViewActions = ({ state }: { state: ListState }) => {
  const { view, isChanged } = state
  const [edited, setEdited] = useState<Draft | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const save = useViewChange('save-view')
  const pin = useViewChange('pin-view')
  const remove = useViewChange('remove-view')
  const saveChanges = (changed: SavedView): void =>
    save.mutate({ viewId: changed.id, kind: state.of.kind, ...arranged(state) }, { onSuccess: () => state.showView(changed) })
  const draft = (): Draft => ({ viewId: undefined, name: '', isShared: false, ...arranged(state) })
  return (
    <>
      {isChanged && view?.can_change && (
        <Button variant="default" size="compact-sm" loading={save.isPending} onClick={() => saveChanges(view)}>
          {strings.saveChanges}
        </Button>
      )}
      {isChanged && !view?.can_change && (
        <Button variant="default" size="compact-sm" onClick={() => setEdited(draft())}>
          {strings.saveView}
        </Button>
      )}
      {view && (
        <Menu
          position="bottom-end"
          target={
            <ActionIcon variant="subtle" color="gray" aria-label={strings.viewOptions(view.name)}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        >
          {({ Item }) => (
            <>
              <Item onClick={() => pin.mutate({ viewId: view.id, pinned: view.pinned_at === null })}>
                {view.pinned_at === null ? strings.pin : strings.unpin}
              </Item>
              {view.can_change && (
                <Item onClick={() => setEdited({ viewId: view.id, name: view.name, isShared: view.is_shared })}>
                  {strings.rename}
                </Item>
              )}
              <Item onClick={() => setEdited(draft())}>{strings.copyView}</Item>
              {view.can_change && (
                <Item color="red" onClick={() => setRemoving(true)}>
                  {strings.remove}
                </Item>
              )}
            </>
          )}
        </Menu>
      )}
      <ViewWindow
        opened={edited !== null}
        kind={state.of.kind}
        draft={edited}
        onClose={() => setEdited(null)}
        onSaved={(saved) => {
          setEdited(null)
          state.showView(saved)
        }}
      />
      <ConfirmWindow
        opened={isRemoving}
        title={strings.removeTitle(view?.name ?? '')}
        text={strings.removeText}
        confirm={strings.remove}
        isFinal
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          if (!view) return
          remove.mutate(
            { viewId: view.id },
            {
              onSuccess: () => {
                setRemoving(false)
                state.showView(null)
              },
            },
          )
        }}
      />
    </>
  )
}

/** How the list stands, as a view keeps it. */
const arranged = ({ filter, order, of, columns }: ListState): Pick<Draft, 'filter' | 'sort' | 'columns'> => ({
  filter,
  sort: order === of.order ? null : order,
  columns: [...columns],
})
