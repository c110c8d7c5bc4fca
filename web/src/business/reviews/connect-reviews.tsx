import { Button } from '@mantine/core'
import { IconPlugConnected, IconStar } from '#icons'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { useConnect } from './api.ts'
import { strings } from './strings.ts'

/** What there is to do before there are reviews. */
export const ConnectReviews = ({ isAdmin }: { isAdmin: boolean }) => {
  const begin = useConnect()
  return (
    <Empty
      icon={<IconStar size={24} stroke={1.6} />}
      title={strings.connectTitle}
      text={isAdmin ? strings.connectText : strings.askAdmin}
    >
      {isAdmin && (
        <Button
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={begin.isPending || begin.isSuccess}
          onClick={() => begin.mutate()}
        >
          {strings.connect}
        </Button>
      )}
      <ErrorNote error={begin.error} />
    </Empty>
  )
}
