import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { say } from '#web/ui/say.tsx'
import { Select } from '#web/ui/select.tsx'
import { Window } from '#web/ui/window.tsx'
import type { ListedTag } from '#web/wire.ts'
import { useTagChange } from './api.ts'
import { strings } from './strings.ts'

/** Which tag the records of another one get instead. */
export const MergeWindow = ({
  tag,
  tags,
  onClose,
}: {
  tag: ListedTag | null
  tags: readonly ListedTag[]
  onClose: () => void
}) => (
  <Window opened={tag !== null} onClose={onClose} title={strings.mergeTitle(tag?.name ?? '')}>
    {tag && <MergeForm tag={tag} tags={tags} onClose={onClose} />}
  </Window>
)

const MergeForm = ({ tag, tags, onClose }: { tag: ListedTag; tags: readonly ListedTag[]; onClose: () => void }) => {
  const [into, setInto] = useState<string | null>(null)
  const [wasTried, setTried] = useState(false)
  const merging = useTagChange('merge-tags')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (into === null) return
        merging.mutate(
          { tagId: tag.id, intoTagId: into },
          {
            onSuccess: ({ tag: kept }) => {
              say(strings.merged(kept.name))
              onClose()
            },
          },
        )
      }}
    >
      <Stack>
        <ErrorNote error={merging.error} title={strings.notMerged} />
        <Text size="sm">{strings.mergeText(tag.name, tag.uses ?? 0)}</Text>
        <Select
          label={strings.mergeInto}
          data={tags.filter(({ id }) => id !== tag.id).map(({ id, name }) => ({ value: id, label: name }))}
          value={into}
          searchable
          required
          error={wasTried && into === null ? strings.mergeMissing : undefined}
          onChange={setInto}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" color="red" loading={merging.isPending}>
            {strings.mergeNow}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
