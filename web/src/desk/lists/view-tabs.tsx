import { laterPart } from '#web/ui/later-window.tsx'
import { strings } from './strings.ts'
import type { ListState } from './use-list.ts'

const Actions = laterPart(() => import('./view-actions.tsx').then(({ ViewActions }) => ViewActions))

/** The views of a list as tabs; what is narrowed or arranged anew can be kept as one. */
export const ViewTabs = ({ state, withoutAll = false }: { state: ListState; withoutAll?: boolean }) => (
  <nav aria-label={strings.views}>
    {!withoutAll && (
      <button type="button" aria-pressed={state.view === undefined} onClick={() => state.showView(null)}>
        {strings.all}
      </button>
    )}
    {state.views.map((view) => (
      <button key={view.id} type="button" aria-pressed={state.view?.id === view.id} onClick={() => state.showView(view)}>
        {view.name}
      </button>
    ))}
  </nav>
)

/** What can be done with the view that is shown, or with a list that is arranged otherwise than its view. */
export const ViewActions = ({ state }: { state: ListState }) => (state.view || state.isChanged) && <Actions state={state} />
