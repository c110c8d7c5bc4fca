import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { List, ListRow } from '#web/ui/list.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { KnowledgeSource } from '#web/wire.ts'
import { useKnowledgeChange } from './api.ts'
import { aboutSource } from './source-facts.ts'
import { strings } from './strings.ts'

interface Props {
  readonly sources: readonly KnowledgeSource[]
  readonly mayChange: boolean
  readonly onEdit: (id: string) => void
}

/** The documents, the one that was changed last first. */
export const SourceList = ({ sources, mayChange, onEdit }: Props) => {
  const [removing, setRemoving] = useState<KnowledgeSource | null>(null)
  const remove = useKnowledgeChange('remove-knowledge')
  const close = (): void => {
    remove.reset()
    setRemoving(null)
  }
  return (
    <>
      <List label={strings.documents}>
        {sources.map((source) => (
          <ListRow
            key={source.id}
            title={<bdi>{source.title}</bdi>}
            link={{ to: '/settings/knowledge/$knowledgeId', params: { knowledgeId: source.id } }}
            end={<RelativeTime at={source.updated_at} />}
            actions={
              mayChange && (
                <Group gap="xs">
                  <Button size="xs" variant="default" onClick={() => onEdit(source.id)}>
                    {strings.edit}
                    <span className="hidden-visually"> {source.title}</span>
                  </Button>
                  <Button size="xs" variant="default" onClick={() => setRemoving(source)}>
                    {strings.remove}
                    <span className="hidden-visually"> {source.title}</span>
                  </Button>
                </Group>
              )
            }
          >
            <span>{aboutSource(source)}</span>
          </ListRow>
        ))}
      </List>
      <ConfirmWindow
        opened={removing !== null}
        title={strings.removeTitle}
        about={removing?.title}
        text={strings.removeText}
        confirm={strings.remove}
        isFinal
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          removing &&
          remove.mutate(
            { knowledgeId: removing.id },
            {
              onSuccess: () => {
                say(strings.removed(removing.title))
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
