import { useQuery } from '@tanstack/react-query'
import { read } from '../gateway.ts'
import { CountBadge } from '../ui/count-badge.tsx'
import { strings } from './strings.ts'
import classes from './unread.module.css'

/** How many steps of workflows wait for the user. */
export const OpenSteps = () => {
  const open = useQuery(read('list-human-steps', { limit: 1 })).data?.open ?? 0
  if (open === 0) return null
  return (
    <CountBadge count={open} className={classes.unread}>
      {strings.stepsOpen(open)}
    </CountBadge>
  )
}
