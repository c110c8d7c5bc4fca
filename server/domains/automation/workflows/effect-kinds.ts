import { askModel } from './ai-step.ts'
import type { Node } from './definition.ts'
import type { Doing, Done, EffectParts } from './doings.ts'
import { sendRequest } from './http-step.ts'

type Kind<K extends Node['kind']> = (parts: EffectParts, doing: Doing<Extract<Node, { kind: K }>>) => Promise<Done>

/** Steps that reach outside and are no actions of the catalogue. */
export const kinds: { readonly http: Kind<'http'>; readonly ai: Kind<'ai'> } = { http: sendRequest, ai: askModel }
