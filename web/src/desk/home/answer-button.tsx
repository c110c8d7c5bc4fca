import { Button } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { CallButton } from '#web/conversations/voice/call-button.tsx'
import type { Place } from './answer-ways.ts'
import { Of } from './home-card.tsx'
import { strings } from './strings.ts'

/** Leads to where a contact is answered; calls who can be answered by telephone alone. */
export const AnswerButton = ({
  way,
  name,
  phone,
  look = 'default',
}: {
  way: Place | null
  name: string
  phone: string | null
  look?: 'filled' | 'default'
}) =>
  way === null ? (
    <CallButton contact={{ name, phone }} size="xs" variant={look} />
  ) : (
    <Button size="xs" variant={look} renderRoot={(props) => <Link {...(way as LinkProps)} {...props} />}>
      {strings.reply}
      <Of name={name} />
    </Button>
  )
