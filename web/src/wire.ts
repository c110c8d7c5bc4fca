import type { z } from 'zod'
import type { catalogue } from '#domains/catalogue.ts'

// Types only: nothing of the server's code reaches the browser.
type Action = (typeof catalogue)[number]
type GatewayAction = Extract<Action, { doors: readonly string[] }>

/** The name of an action of the catalogue. */
export type ActionName = GatewayAction['name']
type Named<Name extends ActionName> = Extract<GatewayAction, { name: Name }>
/** What an action takes, as it is sent. */
export type Input<Name extends ActionName> = z.input<Named<Name>['input']>
/** What an action answers. */
export type Output<Name extends ActionName> = z.output<Named<Name>['output']>
