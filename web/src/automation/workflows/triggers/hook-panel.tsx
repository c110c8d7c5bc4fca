import { Button, Group, Stack, Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Fieldset } from '#web/ui/fieldset.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import { AbsoluteTime, RelativeTime } from '#web/ui/relative-time.tsx'
import { WarningNote } from '#web/ui/warning-note.tsx'
import type { WorkflowHook } from '#web/wire.ts'
import { useWorkflow } from '../api.ts'
import { strings } from './strings.ts'

const RollWindow = laterWindow(async () => (await import('./roll-window.tsx')).RollWindow)

export type Rolled = 'address' | 'secret' | 'both'

/** The address of a workflow that starts by a webhook: what is known of it, and how it is made anew. `check` is what the draft says. */
export const HookPanel = ({ check }: { check: string }) => {
  const { workflowId } = useParams({ from: '/staff/workflows/$workflowId' })
  const { data } = useWorkflow(workflowId, undefined)
  const [rolls, setRolls] = useState<Rolled>('both')
  const [isOpen, setIsOpen] = useState(false)
  if (!data) return null
  const open = (what: Rolled) => () => {
    setRolls(what)
    setIsOpen(true)
  }
  return (
    <Fieldset legend={strings.urlTitle}>
      <Stack>
        {check === 'nothing' && (
          <WarningNote title={strings.openTitle} role="status">
            {strings.openText}
          </WarningNote>
        )}
        {data.hook ? (
          <>
            <HookFacts hook={data.hook} />
            <Group>
              <Button variant="default" onClick={open('address')}>
                {strings.rollUrl}
              </Button>
              <Button variant="default" onClick={open('secret')}>
                {strings.rollSecret}
              </Button>
            </Group>
          </>
        ) : (
          <>
            <Text size="sm">{strings.noUrl}</Text>
            <Group>
              <Button variant="default" onClick={open('both')}>
                {strings.createUrl}
              </Button>
            </Group>
          </>
        )}
      </Stack>
      <RollWindow workflowId={workflowId} what={rolls} opened={isOpen} onClose={() => setIsOpen(false)} />
    </Fieldset>
  )
}

const HookFacts = ({ hook }: { hook: WorkflowHook }) => (
  <Facts stacked>
    <Fact name={strings.urlEnds}>{strings.endsWith(hook.token_hint)}</Fact>
    {hook.old_token_until && (
      <Fact name={strings.oldUrlUntil}>
        <AbsoluteTime at={hook.old_token_until} />
      </Fact>
    )}
    <Fact name={strings.secretEnds}>{strings.endsWith(hook.secret_hint)}</Fact>
    {hook.old_secret_until && (
      <Fact name={strings.oldSecretUntil}>
        <AbsoluteTime at={hook.old_secret_until} />
      </Fact>
    )}
    <Fact name={strings.lastRequest}>
      {hook.last_request_at ? <RelativeTime at={hook.last_request_at} /> : strings.noRequest}
    </Fact>
    {hook.refused > 0 && hook.refused_at && (
      <Fact name={strings.refused}>
        {strings.refusedCount(hook.refused)}, <RelativeTime at={hook.refused_at} />
      </Fact>
    )}
  </Facts>
)
