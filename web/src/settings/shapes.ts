import type { Output } from '../wire.ts'

export type Key = Output<'list-keys'>['keys'][number]
export type Scope = Output<'list-keys'>['scopes'][number]
/** A key just made, with its text for the one time it is known. */
export type KeyWithSecret = Pick<Output<'create-key'>, 'key' | 'secret'>
export type KeyStart = Output<'show-key'>
export type Delivery = Output<'list-deliveries'>['deliveries'][number]
export type Outcome = Delivery['outcome']
export type WholeDelivery = Output<'show-delivery'>['delivery']
export type Replay = Output<'replay-delivery'>
export type Workspace = Output<'show-workspace'>['workspace']
export type Member = Output<'list-members'>['members'][number]
