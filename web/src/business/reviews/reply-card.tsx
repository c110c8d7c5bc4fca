import { Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { absoluteTime } from '#web/i18n/format.ts'
import { byWorkflow } from '#web/ui/by-workflow.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmWindow } from '#web/ui/confirm-window.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { Review } from '#web/wire.ts'
import { useReviewChange } from './api.ts'
import { ReplyForm } from './reply-form.tsx'
import classes from './reviews.module.css'
import { strings } from './strings.ts'

/** The reply to a review as it stands, and the form to write one. */
export const ReplyCard = ({ review }: { review: Review }) => {
  const [isEditing, editing] = useDisclosure(false)
  const text = shownText(review)
  const asked = review.asked_reply
  if (text === null && review.gone_at !== null) return null
  const isBad = asked?.state === 'failed' || asked?.state === 'rejected'
  return (
    <Card title={text === null ? strings.reply : strings.yourReply}>
      <Stack gap="sm">
        {isBad && asked.reason !== null && (
          <WarningNote tone="bad" role="status" title={strings.states[asked.state]}>
            {asked.reason}
          </WarningNote>
        )}
        {asked?.state === 'sending' && asked.reason !== null && (
          <WarningNote role="status" title={strings.states.sending}>
            {asked.reason}
          </WarningNote>
        )}
        {text === null || isEditing ? (
          <ReplyForm review={review} text={text ?? asked?.text ?? ''} onDone={editing.close} isEditing={isEditing} />
        ) : (
          <ShownReply review={review} text={text} onEdit={editing.open} />
        )}
      </Stack>
    </Card>
  )
}

/** What was asked for last, else what stands at Google; null where there is none. */
const shownText = ({ reply, asked_reply: asked }: Review): string | null => {
  if (asked && asked.state !== 'replaced' && asked.state !== 'removed' && asked.text !== null) return asked.text
  return reply?.text ?? null
}

const ShownReply = ({ review, text, onEdit }: { review: Review; text: string; onEdit(): void }) => {
  const asked = review.asked_reply?.text === text ? review.asked_reply : null
  const retry = useReviewChange('reply-review')
  return (
    <>
      <p className={classes.words}>
        <bdi>{text}</bdi>
      </p>
      <p className="dim">
        {asked ? absoluteTime(asked.created_at) : strings.replyAtGoogle}{' '}
        {asked?.author?.name && <bdi>{strings.by(asked.author.name)}</bdi>}
        {asked && asked.workflow !== null && <bdi>{byWorkflow(asked.workflow)}</bdi>}
      </p>
      {asked?.state === 'pending' && <p className="dim">{strings.pendingText}</p>}
      <ErrorNote error={retry.error} />
      {review.gone_at === null && (
        <Group gap="xs">
          {asked?.state === 'failed' && (
            <Button loading={retry.isPending} onClick={() => retry.mutate({ reviewId: review.id, text })}>
              {strings.retry}
            </Button>
          )}
          <Button variant="default" onClick={onEdit}>
            {strings.edit}
          </Button>
          <RemoveReply reviewId={review.id} />
        </Group>
      )}
    </>
  )
}

const RemoveReply = ({ reviewId }: { reviewId: string }) => {
  const [opened, question] = useDisclosure(false)
  const remove = useReviewChange('remove-review-reply')
  return (
    <>
      <Button variant="default" onClick={question.open}>
        {strings.remove}
      </Button>
      <ConfirmWindow
        opened={opened}
        onClose={question.close}
        title={strings.removeTitle}
        text={strings.removeText}
        confirm={strings.remove}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ reviewId }, { onSuccess: question.close })}
      />
    </>
  )
}
