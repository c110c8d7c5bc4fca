import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Card } from '#web/ui/card.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import { Window } from '#web/ui/window.tsx'
import type { Merge } from '#web/wire.ts'
import { type Shown, useContactChange } from './api.ts'
import classes from './contacts.module.css'
import { strings } from './strings.ts'

const kinds: Readonly<Record<string, string>> = strings.identityKinds
const causes: Readonly<Record<string, string>> = strings.mergeCauses
const ways: Readonly<Record<string, string>> = strings.ways

/** The identifiers of a contact, and how its records were matched. */
export const Records = ({ shown }: { shown: Shown }) => {
  const [undoing, setUndoing] = useState<Merge | null>(null)
  return (
    <Card title={strings.identitiesTitle}>
      {shown.identities.length === 0 ? (
        <span className="dim">{strings.noIdentities}</span>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so
        <ul className={classes.identities} role="list">
          {shown.identities.map(({ kind, value, contact_id, proof }) => (
            <li key={`${kind} ${contact_id}`}>
              <span className="dim">{kinds[kind] ?? kind}</span> <bdi>{value ?? strings.notShown}</bdi>{' '}
              {proof === null && <Pill>{strings.notVerified}</Pill>}
            </li>
          ))}
        </ul>
      )}
      {shown.merges.length > 0 && (
        <>
          <h3 className={classes.subhead}>{strings.mergesTitle}</h3>
          {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
          <ul className={classes.merges} role="list">
            {shown.merges.map((merge) => (
              <li key={merge.id}>
                <div className={classes.mergeText}>
                  <bdi>{merge.source.name ?? strings.unnamedRecord}</bdi>
                  <div className="dim">
                    {becauseOf(merge)} · <RelativeTime at={merge.undone_at ?? merge.at} />
                  </div>
                </div>
                {merge.can_undo && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={strings.undoOf(merge.source.name ?? strings.unnamedRecord)}
                    onClick={() => setUndoing(merge)}
                  >
                    {strings.undo}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <UndoWindow merge={undoing} onClose={() => setUndoing(null)} />
    </Card>
  )
}

const becauseOf = (merge: Merge): string => {
  if (merge.undone_at !== null) return strings.wasUndone
  const because = causes[merge.cause] ?? merge.cause
  if (merge.person === null) return merge.reason && ways[merge.reason] ? `${because}, ${ways[merge.reason]}` : because
  return [strings.saidBy(merge.person.name ?? strings.formerMember), merge.reason].filter(Boolean).join(': ')
}

const UndoWindow = ({ merge, onClose }: { merge: Merge | null; onClose: () => void }) => (
  <Window opened={merge !== null} onClose={onClose} title={strings.undoTitle}>
    {merge && <Undo merge={merge} onClose={onClose} />}
  </Window>
)

const Undo = ({ merge, onClose }: { merge: Merge; onClose: () => void }) => {
  const undo = useContactChange('undo-merge')
  return (
    <Stack>
      <ErrorNote error={undo.error} title={strings.notUndone} />
      <Text size="sm">
        {strings.undoText(merge.source.name ?? strings.unnamedRecord, merge.target.name ?? strings.unnamedRecord)}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {strings.cancel}
        </Button>
        <Button
          loading={undo.isPending}
          data-autofocus
          onClick={() =>
            undo.mutate(
              { mergeId: merge.id },
              {
                onSuccess: () => {
                  say(strings.undone)
                  onClose()
                },
              },
            )
          }
        >
          {strings.undoNow}
        </Button>
      </Group>
    </Stack>
  )
}
