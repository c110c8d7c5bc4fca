import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { IconDots, IconPlus, IconTag } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { type Column, DataTable, TablePending } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { FormPage } from '#web/ui/form-page.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { say } from '#web/ui/say.tsx'
import { Tag as Chip } from '#web/ui/tag.tsx'
import type { ListedTag, Tag } from '#web/wire.ts'
import { useTagChange, useTags } from './api.ts'
import { MergeWindow } from './merge-window.tsx'
import { strings } from './strings.ts'
import { TagWindow } from './tag-window.tsx'

/** From so many on a field to type in finds one sooner than the eye. */
const many = 12

/** Settings → Tags. */
export const TagsPage = () => {
  const mayRemove = isAtLeast(useSession().role, 'admin')
  const { data, error, isPending, refetch } = useTags({ count: true })
  const [editing, setEditing] = useState<Tag | 'new' | null>(null)
  const [merging, setMerging] = useState<ListedTag | null>(null)
  const [removing, setRemoving] = useState<ListedTag | null>(null)
  const [filter, setFilter] = useState('')
  const remove = useTagChange('delete-tag')
  const close = (): void => {
    remove.reset()
    setRemoving(null)
  }
  const tags = data?.tags ?? []
  const shown = tags.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
      {strings.add}
    </Button>
  )
  return (
    <>
      <PageHeader title={strings.title} about={strings.about} width="form" actions={tags.length > 0 && add} />
      <ErrorNote error={error} title={strings.loadFailed} onRetry={() => void refetch()} />
      {isPending && <TablePending rows={6} />}
      {data && tags.length === 0 && (
        <Empty icon={<IconTag size={24} stroke={1.6} />} title={strings.emptyTitle} text={strings.emptyText}>
          {add}
        </Empty>
      )}
      {tags.length > 0 && (
        <FormPage>
          {tags.length > many && (
            <TextInput
              aria-label={strings.filter}
              placeholder={strings.filter}
              value={filter}
              onChange={({ currentTarget }) => setFilter(currentTarget.value)}
            />
          )}
          {shown.length === 0 ? (
            <p className="dim">{strings.noMatch}</p>
          ) : (
            <DataTable
              label={strings.title}
              rows={shown}
              idOf={({ id }) => id}
              name={strings.name}
              nameOf={({ name, hue }) => <Chip hue={hue}>{name}</Chip>}
              columns={columns}
              isInset
              actionsOf={(tag) => (
                <TagMenu
                  tag={tag}
                  mayRemove={mayRemove}
                  mayMerge={tags.length > 1}
                  onEdit={() => setEditing(tag)}
                  onMerge={() => setMerging(tag)}
                  onRemove={() => setRemoving(tag)}
                />
              )}
            />
          )}
        </FormPage>
      )}
      <TagWindow editing={editing} onClose={() => setEditing(null)} />
      <MergeWindow tag={merging} tags={tags} onClose={() => setMerging(null)} />
      <ConfirmWindow
        opened={removing !== null}
        title={strings.deleteTitle(removing?.name ?? '')}
        text={strings.deleteText(removing?.uses ?? 0)}
        confirm={strings.remove}
        isFinal
        error={remove.error}
        isPending={remove.isPending}
        onConfirm={() =>
          removing &&
          remove.mutate(
            { tagId: removing.id },
            {
              onSuccess: () => {
                say(strings.deleted)
                close()
              },
            },
          )
        }
        onClose={close}
      />
    </>
  )
}

const columns: readonly Column<ListedTag>[] = [
  { key: 'uses', name: strings.uses, cell: ({ uses }) => strings.usedBy(uses ?? 0), width: '6rem', atEnd: true, phone: 'end' },
]

const TagMenu = ({
  tag,
  mayRemove,
  mayMerge,
  onEdit,
  onMerge,
  onRemove,
}: {
  tag: ListedTag
  mayRemove: boolean
  mayMerge: boolean
  onEdit: () => void
  onMerge: () => void
  onRemove: () => void
}) => (
  <Menu
    position="bottom-end"
    withinPortal
    target={
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={strings.actionsOf(tag.name)}>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    }
  >
    {({ Item }) => (
      <>
        <Item onClick={onEdit}>{strings.rename}</Item>
        {mayRemove && mayMerge && <Item onClick={onMerge}>{strings.merge}</Item>}
        {mayRemove && (
          <Item color="red" onClick={onRemove}>
            {strings.remove}
          </Item>
        )}
      </>
    )}
  </Menu>
)
