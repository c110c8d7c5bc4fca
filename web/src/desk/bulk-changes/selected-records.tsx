import { laterWindow } from '#web/ui/later-window.tsx'
import type { ListState } from '../lists/use-list.ts'
import type { RecordSelection } from './record-selection.ts'

const SelectionBar = laterWindow(() => import('./selection-bar.tsx').then(({ SelectionBar }) => SelectionBar))

/** What can be done to the records of a list that are ticked; fetched with the first of them. */
export const SelectedRecords = (props: { state: ListState; selection: RecordSelection }) => (
  <SelectionBar opened={props.selection.chosen.size > 0} {...props} />
)
