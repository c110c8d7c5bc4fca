import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconLock } from '#icons'
import { Empty } from '../ui/empty.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { strings } from './strings.ts'

/** In place of a page that the role does not open: no button that would be refused. */
export const NoRight = () => (
  <>
    <PageHeader title={strings.noRightTitle} />
    <Empty icon={<IconLock size={24} stroke={1.6} />} title={strings.noRightTitle} text={strings.noRightText}>
      <Button component={Link} to="/settings" variant="default">
        {strings.toSettings}
      </Button>
    </Empty>
  </>
)
