import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconBriefcase } from '#icons'
import { read } from '#web/gateway.ts'
import { beginCreating } from '#web/shell/creating.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { ChosenLeadState, LeadDetail } from '#web/wire.ts'
import { useLeadChange } from './api.ts'
import classes from './lead-state.module.css'
import { nameOf } from './names.ts'
import { strings } from './strings.ts'

const NotFitWindow = laterWindow(() => import('./not-fit-window.tsx').then(({ NotFitWindow }) => NotFitWindow))

const steps = ['new', 'contacted', 'qualified', 'not_fit'] as const

/** Where a lead stands, and each state it can go to a click away. */
export const LeadStateBar = ({ lead }: { lead: LeadDetail }) => {
  const [isAsking, setAsking] = useState(false)
  const moving = useLeadChange(lead)
  const move = (state: ChosenLeadState, reason?: string): void => {
    const { state: before, state_reason } = lead
    moving.mutate(
      { state, ...(reason !== undefined && { reason }), was: { state: before, reason: state_reason } },
      {
        onSuccess: () =>
          say(
            strings.movedTo(strings.states[state]),
            before === 'deal'
              ? undefined
              : () =>
                  moving.mutate(
                    {
                      ...{ state: before, was: { state, reason: reason ?? null } },
                      ...(state_reason !== null && { reason: state_reason }),
                    },
                    { onError: (error) => sayFailure(error, strings.notMoved) },
                  ),
          ),
        onError: (error) => sayFailure(error, strings.notMoved),
      },
    )
  }
  return (
    <div className={classes.bar}>
      <fieldset className={classes.states}>
        <legend className="hidden-visually">{strings.state}</legend>
        {steps.map((state) => (
          <button
            key={state}
            type="button"
            data-state={state}
            aria-pressed={lead.state === state}
            disabled={moving.isPending}
            onClick={() => (state === 'not_fit' ? setAsking(true) : lead.state !== state && move(state))}
          >
            {state === 'not_fit' && lead.state !== state ? strings.notFit : strings.states[state]}
          </button>
        ))}
      </fieldset>
      <DealOfLead lead={lead} />
      <span className={classes.since}>
        {lead.waits_for_answer && <Pill tone="warn">{strings.awaitsAnswer}</Pill>}
        {lead.state_at !== null && (
          <span className="dim">
            {strings.states[lead.state]} · <RelativeTime at={lead.state_at} long />{' '}
            {lead.state_by && <bdi>{strings.stateBy(lead.state_by.name)}</bdi>}
          </span>
        )}
        {lead.state_reason !== null && <bdi className="dim">{strings.because(lead.state_reason)}</bdi>}
      </span>
      <NotFitWindow
        opened={isAsking}
        name={nameOf(lead)}
        onClose={() => setAsking(false)}
        onSave={(reason) => {
          setAsking(false)
          move('not_fit', reason)
        }}
      />
    </div>
  )
}

/** The deal that was made of it, or the way to one. */
const DealOfLead = ({ lead }: { lead: LeadDetail }) => {
  const { data } = useQuery(read('list-deals', { contactId: lead.contact_id, limit: 50 }))
  const deal = data?.deals.find(({ lead_id }) => lead_id === lead.id)
  const icon = <IconBriefcase size={14} aria-hidden />
  if (deal)
    return (
      <Button component={Link} to={`/deals/${deal.id}`} size="xs" variant="default" leftSection={icon}>
        {strings.toDeal}
      </Button>
    )
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={icon}
      onClick={() => beginCreating('deal', { lead: { id: lead.id, name: nameOf(lead) } })}
    >
      {strings.openDeal}
    </Button>
  )
}
