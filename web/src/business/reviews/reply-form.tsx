import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ErrorNote } from '#web/ui/error-note.tsx'
import type { Review } from '#web/wire.ts'
import { useReviewChange } from './api.ts'
import { strings } from './strings.ts'

/** As Google takes it; it counts bytes, not letters. */
const mostBytes = 4_096
const bytesOf = (text: string): number => new TextEncoder().encode(text.trim()).length

/** Says how long the reply may be while it is written, and not only when it is sent. */
export const ReplyForm = ({
  review,
  text: before,
  isEditing,
  onDone,
}: {
  review: Review
  text: string
  isEditing: boolean
  onDone(): void
}) => {
  const [text, setText] = useState(before)
  const send = useReviewChange('reply-review')
  const used = bytesOf(text)
  const isTooLong = used > mostBytes
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (used > 0 && !isTooLong) send.mutate({ reviewId: review.id, text }, { onSuccess: onDone })
      }}
    >
      <Stack gap="xs">
        <Textarea
          label={strings.yourReply}
          description={strings.replyPublic}
          autosize
          minRows={4}
          maxRows={16}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={isTooLong && strings.tooLong(used - mostBytes)}
        />
        <div className="dim">{strings.bytes(used, mostBytes)}</div>
        <ErrorNote error={send.error} />
        <Group gap="xs">
          <Button type="submit" disabled={used === 0 || isTooLong} loading={send.isPending}>
            {isEditing ? strings.save : strings.send}
          </Button>
          {isEditing && (
            <Button variant="default" onClick={onDone}>
              {strings.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
