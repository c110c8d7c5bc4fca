import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Toolbar } from '#web/ui/toolbar.tsx'
import { DisplayMenu } from './display-menu.tsx'
import { FilterBar } from './filter-bar.tsx'
import classes from './lists.module.css'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

/** Below the head of a list: search, filters, and what is shown. */
export const ListBar = ({
  state,
  label,
  placeholder,
  children,
}: {
  state: ListState
  label: string
  placeholder: string
  children?: ReactNode
}) => (
  <Toolbar>
    <SearchBox label={label} placeholder={placeholder} value={state.search.q ?? ''} onChange={(q) => state.change({ q })} />
    <FilterBar state={state} />
    <div className={classes.end}>
      {children}
      {!state.isWhole && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={state.clear}>
          {strings.clear}
        </Button>
      )}
      <DisplayMenu state={state} />
    </div>
  </Toolbar>
)
