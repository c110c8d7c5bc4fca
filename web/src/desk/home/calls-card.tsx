import { useState } from 'react'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import { LaterMenu } from '#web/crm/deals/later-menu.tsx'
import { relativeTime } from '#web/i18n/format.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { useClock } from '#web/ui/relative-time.tsx'
import type { Task } from '#web/wire.ts'
import type { Section } from './api.ts'
import { HomeCard, HomeList, HomeRow } from './home-card.tsx'
import { strings } from './strings.ts'
import { placeOfTask, Tick } from './tasks-card.tsx'

const CompleteTaskWindow = laterWindow(() =>
  import('#web/crm/deals/complete-task-window.tsx').then(({ CompleteTaskWindow }) => CompleteTaskWindow),
)

/** Missed calls. Calling back completes the task as soon as the call is answered; a tick does it by hand, and one is put off to another day. */
export const CallsCard = ({ calls }: { calls: Section<'calls'> }) => {
  const nowMs = useClock()
  const [completing, setCompleting] = useState<Task | null>(null)
  return (
    <HomeCard title={strings.calls} count={strings.upTo(calls.count)} link={{ text: strings.allCalls, to: '/settings/calls' }}>
      <HomeList label={strings.calls}>
        {calls.rows.map((call) => (
          <HomeRow
            key={call.id}
            id={call.id}
            mark={<Tick task={call} onComplete={setCompleting} />}
            link={placeOfTask(call)}
            title={call.contact?.name ?? call.phone ?? call.title}
            text={call.called_at ? strings.calledAt(relativeTime(call.called_at, nowMs, true)) : call.title}
            action={
              <>
                <CallButton contact={{ name: call.contact?.name ?? null, phone: call.phone }} size="xs" />
                <LaterMenu task={call} />
              </>
            }
          />
        ))}
      </HomeList>
      <CompleteTaskWindow opened={completing !== null} task={completing} onClose={() => setCompleting(null)} />
    </HomeCard>
  )
}
