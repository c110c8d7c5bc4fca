import { foyer } from '#domains/catalogue.ts'

/**
 * The actions whose names and shapes are a contract that others build on too. All else is Foyer's own, and may change with
 * the app: the reference keeps the two apart.
 */
const contract: ReadonlySet<string> = new Set(
  [
    'create-lead prd',
    'create-user send-welcome invite-staff validate-invite accept-invite',
    'fetch-admin-chats fetch-chat-history update-chat-session link-whatsapp-contact log-web-chat',
    'send-email fetch-inbox fetch-email-detail mark-email-read fetch-calendar create-meet-event',
    'get-availability booking manage-booking',
    'create-payment verify-payment verify-document sign-document generate-contract',
    'send-whatsapp get-voice-token ai-chat enrich-project enrich-organization',
    'execute-workflow resume-workflow process_queue',
    'crm-init-oauth crm-save-api-key crm-connections crm-disconnect crm-start-sync crm-sync-status crm-sync-history',
    'integration-init-oauth integration-connections integration-disconnect integration-test integration-refresh',
    'system-cleanup sync-google-reviews track-view',
  ].flatMap((line) => line.split(' ')),
)

export const isContract = (name: string): boolean => contract.has(name)

/** The module to which an action belongs, by its title. */
export const headingOf = (name: string): string =>
  foyer.modules.find(({ actions = [] }) => actions.some((action) => action.name === name))?.title ?? 'More'

export interface Section<Entry> {
  readonly title: string
  readonly groups: readonly { readonly heading: string; readonly actions: readonly Entry[] }[]
}

/** What is told, in the order of the catalogue: the contract first. */
export const sectionsOf = <Entry extends { readonly contract: boolean; readonly heading: string }>(
  actions: readonly Entry[],
): Section<Entry>[] =>
  [
    { title: 'The contract', of: true },
    { title: 'Foyer’s own', of: false },
  ].map(({ title, of }) => ({
    title,
    groups: [
      ...Map.groupBy(
        actions.filter((action) => action.contract === of),
        ({ heading }) => heading,
      ),
    ].map(([heading, list]) => ({ heading, actions: list })),
  }))
