import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconZoomMoney } from '#icons'
import { isAtLeast, useSession } from '#web/session.ts'
import { laterWindow } from '#web/ui/later-window.tsx'
import type { Company } from '#web/wire.ts'
import { strings } from './strings.ts'

const ApolloWindow = laterWindow(() => import('./apollo-window.tsx').then(({ ApolloWindow }) => ApolloWindow))

/** For admins: what Apollo knows of a company costs a credit, which is named before. */
export const ApolloButton = ({ company }: { company: Company }) => {
  const { role } = useSession()
  const [opened, window] = useDisclosure(false)
  if (!isAtLeast(role, 'admin') || company.domain === null) return null
  return (
    <>
      <Button variant="default" leftSection={<IconZoomMoney size={16} aria-hidden />} onClick={window.open}>
        {strings.atApollo}
      </Button>
      <ApolloWindow company={company} opened={opened} onClose={window.close} />
    </>
  )
}
