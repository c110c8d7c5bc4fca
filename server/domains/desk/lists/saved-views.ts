import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, PersonContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'
import { listErrors } from './errors.ts'
import { conditionsIn, ListKind, SavedFilter } from './filters.ts'
import { mostViews } from './limits.ts'
import type { ListField } from './list-fields.ts'
import { readableKinds } from './readers.ts'
import { changeConditions, changeTags, findNamedTags, tagsIn } from './view-tags.ts'

export const ListDensity = choice('ListDensity', ['compact', 'normal', 'comfortable'])

const column = {
  key: z.string().min(1).max(80),
  width: z.int().min(60).max(1_200).nullable().describe('In pixels; null: the usual one'),
}
/** A column of a view as it is saved. */
export const ViewColumnInput = shape('ViewColumnInput', { ...column, width: column.width.default(null) })
const ViewColumn = shape('ViewColumn', column)

export const SavedView = shape('SavedView', {
  id: z.uuid(),
  kind: ListKind,
  name: z.string(),
  owner_id: z.uuid(),
  owner_name: z.string().nullable(),
  is_mine: z.boolean(),
  can_change: z.boolean().describe('Its owner can, and an admin'),
  is_shared: z.boolean(),
  pinned_at: z.int().nullable().describe('Its place in the caller’s sidebar; null: it is not pinned'),
  filter: SavedFilter,
  sort: z.string().nullable(),
  columns: z.array(ViewColumn).nullable(),
  density: ListDensity,
  missing_fields: z
    .array(z.string())
    .describe('Fields that it names and the list no longer has. Conditions on them are left out of `filter`'),
  missing_tags: z.array(z.uuid()).describe('Tags that it names and that were deleted. They are left out of `filter`'),
})

type ViewRow = Selectable<Tables['saved_views']> & { readonly owner_name: string | null; readonly place: number | null }

type Viewer = Pick<PersonContext, 'db' | 'org' | 'person' | 'keyId' | 'workflow' | 'isAssistant'>

/** Those that a member may use: their own, and what colleagues share, of lists that they may read. */
export const usableViews = (viewer: Viewer) =>
  viewer.db
    .selectFrom('saved_views')
    .leftJoin('directory.people as owner', 'owner.id', 'saved_views.owner_id')
    .leftJoin('view_pins', (join) =>
      join
        .onRef('view_pins.org_id', '=', 'saved_views.org_id')
        .onRef('view_pins.view_id', '=', 'saved_views.id')
        .on('view_pins.person_id', '=', viewer.person.id),
    )
    .selectAll('saved_views')
    .select(['owner.name as owner_name', 'view_pins.place'])
    .where('saved_views.org_id', '=', viewer.org.id)
    .where('saved_views.kind', 'in', readableKinds(viewer))
    .where(({ eb, or }) => or([eb('saved_views.owner_id', '=', viewer.person.id), eb('saved_views.is_shared', '=', true)]))

export const findView = (viewer: Viewer, viewId: string) =>
  usableViews(viewer).where('saved_views.id', '=', viewId).executeTakeFirst()

type Caller = { readonly id: string; readonly role: string }

export const mayChange = (view: Pick<ViewRow, 'owner_id' | 'is_shared'>, { id, role }: Caller): boolean =>
  view.owner_id === id || (view.is_shared && role !== 'member')

/** Two who save or share one more come one after the other. Before a view is held: who merges tags takes them in this order. */
export const lockViews = async (db: Db, orgId: string): Promise<void> => {
  await db.selectFrom('orgs').select('org_id').where('org_id', '=', orgId).forNoKeyUpdate().execute()
}

/** Throws `too_many_views` and `too_many_shared_views`. The caller holds the views. */
export const requireRoom = async (
  { db, org, person }: Pick<Viewer, 'db' | 'org' | 'person'>,
  { isNew, isShared }: { readonly isNew: boolean; readonly isShared: boolean },
): Promise<void> => {
  if (!isNew && !isShared) return
  const { rows } = await sql<{ own: number; shared: number }>`
    select (count(*) filter (where owner_id = ${person.id}))::int as own, (count(*) filter (where is_shared))::int as shared
    from saved_views where org_id = ${org.id}`.execute(db)
  if (isNew && (rows[0]?.own ?? 0) >= mostViews) throw new Failure(listErrors.too_many_views)
  if (isShared && (rows[0]?.shared ?? 0) >= mostViews) throw new Failure(listErrors.too_many_shared_views)
}

/** Finds a view and holds it until the commit. Throws `view_not_found` and `view_of_colleague`. */
export const lockView = async (viewer: Viewer, viewId: string): Promise<Selectable<Tables['saved_views']>> => {
  const view = await viewer.db
    .selectFrom('saved_views')
    .selectAll()
    .where('org_id', '=', viewer.org.id)
    .where('id', '=', viewId)
    .where('kind', 'in', readableKinds(viewer))
    .where(({ eb, or }) => or([eb('owner_id', '=', viewer.person.id), eb('is_shared', '=', true)]))
    .forUpdate()
    .executeTakeFirst()
  if (!view) throw new Failure(listErrors.view_not_found, { field: 'viewId' })
  if (!mayChange(view, viewer.person)) throw new Failure(listErrors.view_of_colleague)
  return view
}

/** Views as they are sent. What they say of fields and tags that are gone is left out, and said. */
export const sentViews = async (
  { db, org, person }: Pick<Viewer, 'db' | 'org' | 'person'>,
  rows: readonly ViewRow[],
  fieldsOf: (kind: ListKind) => readonly ListField[],
): Promise<z.input<typeof SavedView>[]> => {
  const filters = rows.map(({ filter }) => SavedFilter.parse(filter))
  const tags = await findNamedTags(db, org.id, filters)
  return rows.map((row) => sentView(row, person, fieldsOf(ListKind.parse(row.kind)), tags))
}

const sentView = (
  row: ViewRow,
  caller: Caller,
  fields: readonly ListField[],
  tags: ReadonlySet<string>,
): z.input<typeof SavedView> => {
  const known = new Set(fields.map(({ key }) => key))
  const filter = SavedFilter.parse(row.filter)
  const columns = z.array(ViewColumn).nullable().parse(row.columns)
  const sortKey = row.sort?.replace(/^-/, '') ?? null
  const named = [
    ...conditionsIn(filter).map(({ field }) => field),
    ...(columns ?? []).map(({ key }) => key),
    ...(sortKey ? [sortKey] : []),
  ]
  return {
    ...{ id: row.id, kind: ListKind.parse(row.kind), name: row.name, owner_id: row.owner_id, owner_name: row.owner_name },
    ...{
      is_mine: row.owner_id === caller.id,
      can_change: mayChange(row, caller),
      is_shared: row.is_shared,
      pinned_at: row.place,
    },
    filter: changeConditions(filter, (condition) =>
      known.has(condition.field) ? changeTags(condition, (id) => (tags.has(id) ? id : null)) : null,
    ),
    sort: sortKey !== null && known.has(sortKey) ? row.sort : null,
    columns: columns?.filter(({ key }) => known.has(key)) ?? null,
    density: ListDensity.parse(row.density),
    missing_fields: [...new Set(named)].filter((key) => !known.has(key)),
    missing_tags: tagsIn(filter).filter((id) => !tags.has(id)),
  }
}

/** Puts a view into a sidebar behind those that are there, or takes it out. */
export const pin = async (db: Db, orgId: string, personId: string, viewId: string, isPinned: boolean): Promise<void> => {
  if (!isPinned) {
    await db
      .deleteFrom('view_pins')
      .where('org_id', '=', orgId)
      .where('person_id', '=', personId)
      .where('view_id', '=', viewId)
      .execute()
    return
  }
  await sql`insert into view_pins (org_id, person_id, view_id, place)
    select ${orgId}, ${personId}, ${viewId}, coalesce(max(place), 0) + 1 from view_pins where org_id = ${orgId} and person_id = ${personId}
    on conflict do nothing`.execute(db)
}

/** The pinned ones in the order that is given; those that it does not name stand behind them, as they stood. */
export const orderPins = async (db: Db, orgId: string, personId: string, viewIds: readonly string[]): Promise<void> => {
  await sql`update view_pins p set place = n.place from (
      select view_id, row_number() over (order by array_position(${viewIds}::uuid[], view_id) nulls last, place) as place
      from view_pins where org_id = ${orgId} and person_id = ${personId}) n
    where p.org_id = ${orgId} and p.person_id = ${personId} and p.view_id = n.view_id`.execute(db)
}
