import { Button } from '@mantine/core'
import { IconDownload } from '#icons'
import { downloadAddress } from '#web/gateway.ts'
import { strings } from './strings.ts'
import { type ListState, wholeFilter } from './use-list.ts'

/** All that a list finds, as a file with the columns that are shown, or with those that it names. */
export const ListExport = ({
  state: { of, filter, search, columns },
  with: named = columns.map(({ key }) => key),
}: {
  state: ListState
  with?: readonly string[]
}) => {
  const whole = wholeFilter(of, filter)
  return (
    <Button
      component="a"
      href={downloadAddress('export-records', {
        kind: of.kind,
        columns: named.join(','),
        ...(whole.filter && { filter: JSON.stringify(whole.filter) }),
        ...(search.q !== undefined && { search: search.q }),
      })}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      title={strings.exportHint}
    >
      {strings.export}
    </Button>
  )
}
