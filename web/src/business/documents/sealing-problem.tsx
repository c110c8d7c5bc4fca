import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '#web/gateway.ts'
import { isAtLeast, useSession } from '#web/session.ts'
import { WarningNote } from '#web/ui/warning-note.tsx'
import { sealingStrings } from './sealing-strings.ts'

/** Why documents could not be sealed, before one is written: nothing where they can, or where that is not known. */
export const SealingProblem = () => {
  const { data } = useQuery(read('check-sealing', {}))
  const { role } = useSession()
  if (!data?.problem) return null
  const { code } = data.problem
  return (
    <WarningNote role="status" tone={code === 'certificate_ends_early' ? 'warn' : 'bad'} title={sealingStrings.sealProblem}>
      {sealingStrings.sealProblems[code]}{' '}
      {isAtLeast(role, 'admin') ? (
        <Anchor component={Link} to="/settings/sealing">
          {sealingStrings.toSealing}
        </Anchor>
      ) : (
        sealingStrings.askAdminSealing
      )}
    </WarningNote>
  )
}
