import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconSparkles } from '#icons'
import { call } from '#web/gateway.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ReplyDraft } from '#web/wire.ts'
import classes from './composer.module.css'
import { strings } from './strings.ts'

/** What a model drafted, as it stood in the field at first. */
export type MadeDraft = Pick<ReplyDraft, 'id' | 'text' | 'sources' | 'template'> & {
  /** The newest message at that time. */
  readonly upto: string | null
}

/** Drafts a reply: into an empty field, or in place of a draft. Nothing that a person wrote is replaced. */
export const DraftButton = ({
  projectId,
  upto,
  again,
  onMade,
}: {
  projectId: string
  upto: string | null
  again: boolean
  onMade(draft: MadeDraft): void
}) => {
  const make = useMutation({
    mutationFn: () => call('draft-reply', { projectId, again }),
    onSuccess: ({ draft: { id, text, sources, template } }) => onMade({ id, text, sources, template, upto }),
    onError: (error) => sayFailure(error, strings.notDrafted),
  })
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconSparkles size={15} aria-hidden />}
      loading={make.isPending}
      onClick={() => make.mutate()}
    >
      {again ? strings.draftAgain : strings.draftReply}
    </Button>
  )
}

/** Where only a template can be sent: has a model say which of them answers the customer, for the user to check and send. */
export const SuggestTemplate = ({ projectId, onFound }: { projectId: string; onFound(name: string): void }) => {
  const ask = useMutation({
    mutationFn: () => call('draft-reply', { projectId }),
    onSuccess: ({ draft: { template } }) => (template === null ? say(strings.noTemplateFits) : onFound(template)),
    onError: (error) => sayFailure(error, strings.noSuggestion),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconSparkles size={16} aria-hidden />}
      loading={ask.isPending}
      onClick={() => ask.mutate()}
    >
      {strings.suggestTemplate}
    </Button>
  )
}

/** Says that a model wrote what stands in the field, on what it rests, and whether the customer has written since. */
export const MadeNote = ({ made, latest, onDiscard }: { made: MadeDraft; latest: string | null; onDiscard(): void }) => (
  <div className={classes.made} role="status">
    <span>
      {strings.draftedByAi} {made.upto !== latest && <strong>{strings.draftStale} </strong>}
      {made.template !== null && strings.draftTemplate(made.template)}
    </span>
    {made.sources.length > 0 && (
      <details>
        <summary>{strings.draftSources(made.sources.length)}</summary>
        <ul>
          {made.sources.map(({ id, text }) => (
            <li key={id}>
              <bdi>{text}</bdi>
            </li>
          ))}
        </ul>
      </details>
    )}
    <Button size="compact-xs" variant="default" onClick={onDiscard}>
      {strings.discardDraft}
    </Button>
  </div>
)

/** Counted, and of no weight to what one does: a failure is not shown. */
export const settleMade = (made: MadeDraft, outcome: 'used' | 'edited' | 'discarded'): void =>
  void call('settle-reply-draft', { replyDraftId: made.id, outcome }).catch(() => {})
