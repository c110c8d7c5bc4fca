import { Anchor, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { IconSparkles } from '#icons'
import { call, read } from '#web/gateway.ts'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ReplyDraft } from '#web/wire.ts'
import classes from './composer.module.css'
import { strings } from './strings.ts'

/** What a model drafted, as it stood in the field at first. */
export type MadeDraft = Pick<ReplyDraft, 'id' | 'text' | 'sources' | 'template'> & {
  /** The newest message at that time. */
  readonly upto: string | null
}

/** A draft that was made when the customer wrote comes into the empty field. Once it is discarded or sent, it is none any more. */
export const useDraftAhead = ({
  projectId,
  upto,
  onReady,
}: {
  projectId: string
  upto: string | null
  onReady(draft: MadeDraft): void
}): void => {
  const { data } = useQuery({
    ...read('show-reply-draft', { projectId }),
    enabled: upto !== null,
  })
  const draft = data?.draft
  const take = useEffectEvent((ready: ReplyDraft) => {
    const { id, text, sources, template } = ready
    if (!ready.stale && template === null) onReady({ id, text, sources, template, upto })
  })
  useEffect(() => {
    if (draft) take(draft)
  }, [draft])
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

/** What a draft proposes where only a template can be sent; the language is the customer's. */
export interface ProposedTemplate {
  readonly draftId: string
  readonly name: string
  readonly language: string
}

/** Where only a template can be sent: has a model say which of them answers the customer, for the user to check and send. */
export const SuggestTemplate = ({ projectId, onFound }: { projectId: string; onFound(proposed: ProposedTemplate): void }) => {
  const ask = useMutation({
    mutationFn: () => call('draft-reply', { projectId }),
    onSuccess: ({ draft: { id, template, language } }) =>
      template === null ? say(strings.noTemplateFits) : onFound({ draftId: id, name: template, language }),
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
          {made.sources.map(({ kind, id, text }) => (
            <li key={`${id} ${text}`}>
              {kind === 'passage' ? (
                <Anchor
                  component={Link}
                  to="/settings/knowledge/$knowledgeId"
                  {...({ params: { knowledgeId: id }, search: { passage: undefined } } as object)}
                  inherit
                >
                  <bdi>{text}</bdi>
                </Anchor>
              ) : (
                <bdi>{text}</bdi>
              )}
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
export const settleMade = (made: Pick<MadeDraft, 'id'>, outcome: 'used' | 'edited' | 'discarded'): void =>
  void call('settle-reply-draft', { replyDraftId: made.id, outcome }).catch(() => {})
