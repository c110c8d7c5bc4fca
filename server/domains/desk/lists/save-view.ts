import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { isStorable } from '#shapes/texts.ts'
import { listErrors } from './errors.ts'
import { viewEvents } from './events.ts'
import { ListFilter, ListKind } from './filters.ts'
import { orderOf } from './orders.ts'
import { columnsOf, readingFor } from './readings.ts'
import {
  findView,
  ListDensity,
  lockView,
  lockViews,
  requireRoom,
  SavedView,
  sentViews,
  ViewColumnInput,
} from './saved-views.ts'
import { testsFor } from './tests.ts'

const ViewName = z.string().trim().min(1).max(60).refine(isStorable, 'is not valid text')

export const saveView = action({
  name: 'save-view',
  summary: 'Save a view of a list, or change one',
  description:
    'With `viewId` what is given is changed: the name, whether colleagues may use it, or how it filters, sorts and shows. A view of a colleague can be used, not changed; an admin may change shared ones.',
  who: 'member',
  transports: ['gateway', 'assistant'],
  effect: 'write',
  changes: 'viewId',
  hints: { destructive: false },
  input: z.object({
    viewId: z.uuid().optional(),
    kind: ListKind,
    name: ViewName.optional().describe('Required for a new view'),
    shared: z.boolean().optional(),
    filter: ListFilter.optional(),
    sort: z.string().max(81).nullable().optional(),
    columns: z.array(ViewColumnInput).max(60).nullable().optional(),
    density: ListDensity.optional(),
  }),
  output: z.object({ view: SavedView }),
  errors: [
    ...[listErrors.view_not_found, listErrors.view_of_colleague, listErrors.list_filter_invalid, listErrors.list_sort_invalid],
    ...[listErrors.list_column_unknown, listErrors.too_many_views, listErrors.too_many_shared_views],
  ],
  examples: [
    {
      title: 'Leads that no one owns',
      input: {
        kind: 'lead',
        name: 'Unassigned',
        filter: { conditions: [{ field: 'owner', op: 'is', value: 'nobody' }] },
      },
    },
  ],

  async run({ viewId, kind, name, shared, filter, sort, columns, density }, context) {
    const { db, org, person, now, newId, emit, fail } = context
    const reading = await readingFor(context, kind)
    if (filter) testsFor(filter, reading)
    if (sort) orderOf(sort, reading)
    if (columns)
      columnsOf(
        reading,
        columns.map(({ key }) => key),
      )
    if (viewId === undefined || shared) await lockViews(db, org.id)
    const before = viewId === undefined ? undefined : await lockView(context, viewId)
    if (before && before.kind !== kind) throw fail('view_not_found', { field: 'viewId' })
    if (!before && name === undefined) throw fail('list_filter_invalid', { field: 'name', message: 'A new view needs a name.' })
    await requireRoom(context, { isNew: !before, isShared: shared === true && !before?.is_shared })
    const given = {
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { is_shared: shared }),
      ...((filter !== undefined || !before) && { filter: JSON.stringify(filter ?? emptyFilter) }),
      ...(sort !== undefined && { sort }),
      ...(columns !== undefined && { columns: columns && JSON.stringify(columns) }),
      ...(density !== undefined && { density }),
    }
    const id = before?.id ?? newId()
    if (before)
      await db
        .updateTable('saved_views')
        .set({ ...given, updated_at: now() })
        .where('org_id', '=', org.id)
        .where('id', '=', id)
        .execute()
    else
      await db
        .insertInto('saved_views')
        .values({
          filter: JSON.stringify(emptyFilter),
          ...given,
          org_id: org.id,
          id,
          kind,
          name: name ?? '',
          owner_id: person.id,
        })
        .execute()
    await emit(viewEvents.changed, id, { kind })
    const saved = await findView(context, id)
    if (!saved) throw new Error('a view that was saved and cannot be used')
    const [view] = await sentViews(context, [saved], () => reading.fields)
    if (!view) throw new Error('a view that was saved and is not sent')
    return { view }
  },
})

const emptyFilter = { match: 'all', conditions: [], groups: [] } as const
