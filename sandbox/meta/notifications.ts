import type { SimulatorContext } from '../simulators.ts'
import type { App, Lead } from './rows.ts'
import type { Store } from './store.ts'

/** Tells every app that follows the page. Ids are text, or bare digits, as chance has it at the platform: here by the lead's own. */
export const announce = (context: SimulatorContext, store: Store, lead: Lead): void => {
  const page = store.pages.find(lead.pageId)
  for (const appId of page?.apps ?? []) {
    const app = store.apps.find(appId)
    if (app) send(context, app, lead.id, bodyOf(lead, Math.floor(store.at() / 1_000)))
  }
}

/** The button «Test» of the platform's pages for developers: made-up ids, of nothing that there is. */
export const announceTrial = (context: SimulatorContext, store: Store): number => {
  const apps = store.apps.list().filter(({ callbackUrl }) => callbackUrl !== null)
  const at = Math.floor(store.at() / 1_000)
  const value = { ad_id: '444444444', form_id: '444444444444', leadgen_id: '444444444444', created_time: at }
  const change = { field: 'leadgen', value: { ...value, page_id: '444444444444', adgroup_id: '44444444444' } }
  const body = JSON.stringify({ object: 'page', entry: [{ id: '0', time: at, changes: [change] }] })
  for (const app of apps) send(context, app, `trial ${context.newId('')}`, body)
  return apps.length
}

const send = (context: SimulatorContext, app: App, id: string, body: string): void => {
  if (app.callbackUrl === null) return
  context.deliver({ id: app.id, url: app.callbackUrl, secret: app.secret }, { id, type: 'leadgen', body })
}

const bodyOf = ({ id, formId, pageId, createdAt, isOrganic }: Lead, at: number): string => {
  const isBare = id.endsWith('1') || id.endsWith('3')
  const digits = (text: string): string => (isBare ? text : `"${text}"`)
  const ad = isOrganic ? '' : `"ad_id":${digits(adOf(id))},"adgroup_id":${digits(adOf(id))},`
  const value = `{${ad}"form_id":${digits(formId)},"leadgen_id":${digits(id)},"created_time":${createdAt},"page_id":${digits(pageId)}}`
  return `{"object":"page","entry":[{"id":"${pageId}","time":${at},"changes":[{"field":"leadgen","value":${value}}]}]}`
}

/** The ad behind a lead. */
export const adOf = (leadId: string): string => `12${leadId.slice(2)}`
