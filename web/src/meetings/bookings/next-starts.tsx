import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallError, read } from '#web/gateway.ts'
import { languageOfTimes } from '#web/i18n/format.ts'
import { ErrorNote } from '#web/ui/error-note.tsx'
import type { Input } from '#web/wire.ts'
import { strings } from './strings.ts'

/** A pause in typing, after which it is asked what the form would offer. */
const pauseMs = 400

/**
 * What bookers would see of the event type as it is typed: its title, how long it takes and where, and the first free starts by the hours,
 * calendars and meetings of its hosts. The server writes the times, on the host's clock.
 */
export const NextStarts = ({ typed, place }: { typed: Input<'save-event-type'>; place: string }) => {
  const { eventTypeId, minutes, grid, hosts, allAdmins, mode } = typed
  const { bufferBefore, bufferAfter, noticeMinutes, horizonDays, limitPerDay, limitPerWeek } = typed
  const wanted = {
    ...{ eventTypeId, minutes, grid, mode, ...(allAdmins ? { allAdmins } : { hosts }) },
    ...{ bufferBefore, bufferAfter, noticeMinutes, horizonDays, limitPerDay, limitPerWeek, locale: languageOfTimes },
  }
  // As a text: another object that says the same would begin the pause anew with each render.
  const [settled] = useDebouncedValue(JSON.stringify(wanted), pauseMs)
  const asked = JSON.parse(settled) as typeof wanted
  const isAskable = allAdmins || (hosts?.length ?? 0) > 0
  const { data, error } = useQuery({
    ...read('preview-slots', asked),
    enabled: isAskable,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section aria-label={strings.preview}>
      <p className="dim">{strings.preview}</p>
      <p>
        <strong>{typed.name || strings.nameless}</strong> · {strings.lengthOf(minutes ?? 0)} · {place}
      </p>
      {error instanceof CallError && error.field ? (
        // The field says what is wrong, once it is saved.
        <p className="dim">{strings.previewFailed}</p>
      ) : error ? (
        <ErrorNote error={error} title={strings.previewFailed} />
      ) : !isAskable ? (
        <p>{strings.previewHostless}</p>
      ) : data?.starts.length === 0 ? (
        <p>{strings.previewNone}</p>
      ) : (
        <p aria-live="polite">
          {data?.starts.map(({ when }) => when).join(' · ')} <span className="dim">{data?.zone}</span>
        </p>
      )}
      {(typed.questions?.length ?? 0) > 0 && <p>{strings.previewAsks(typed.questions?.map(({ label }) => label) ?? [])}</p>}
    </section>
  )
}
