import { strings } from './strings.ts'
import { WarningNote } from './warning-note.tsx'

/** What is less is over before it has been read. */
const leastSeconds = 3

/** While many records arrive, a search does not know the newest yet. */
export const SearchBehind = ({ seconds }: { seconds: number }) =>
  seconds >= leastSeconds && (
    <WarningNote title={strings.searchBehind(seconds)} role="status">
      {strings.searchBehindText}
    </WarningNote>
  )
