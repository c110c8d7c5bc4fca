import { Button } from '@mantine/core'
import { strings } from './strings.ts'

/** At the foot of a card that shows the first of a list: the next of them, when they are asked for. */
export const MoreRows = ({
  list,
}: {
  list: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) =>
  list.hasNextPage && (
    <Button variant="subtle" size="compact-sm" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {strings.loadOlder}
    </Button>
  )
