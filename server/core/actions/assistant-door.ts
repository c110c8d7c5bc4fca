import type { AnyAction, AssistantDoor, AssistantReply } from './action.ts'
import { admit } from './admission.ts'
import type { Call } from './call.ts'

/** The path of every call. */
export type CallAgain = (name: string, body: unknown, call: Call) => Promise<AssistantReply>

export const assistantDoor = (
  actions: readonly AnyAction[],
  again: CallAgain,
  call: Call,
  isAnswered: (key: string) => Promise<boolean>,
): AssistantDoor => {
  const open = actions.filter((action) => action.transports.includes('assistant') && mayCall(action, call))
  const given = (name: string, effect: AnyAction['effect']): AnyAction => {
    const found = open.find((action) => action.name === name && action.effect === effect)
    if (!found) throw new Error(`the assistant may not ${effect} by ${name}`)
    return found
  }
  const plain: Call = { ...call, idempotencyKey: undefined, gone: undefined, via: 'assistant' }
  return {
    actions: open,
    read(name, input) {
      given(name, 'read')
      return again(name, { ...input, type: name }, plain)
    },
    write(name, input, approvalId, beforehand) {
      if (given(name, 'write').callsProvider) throw new Error(`${name} has no transaction in which something could be held`)
      return again(name, { ...input, type: name }, { ...plain, idempotencyKey: approvalId, beforehand })
    },
    isWritten: isAnswered,
  }
}

const mayCall = (action: AnyAction, { caller }: Call): boolean => {
  try {
    admit(action, caller)
    return true
  } catch {
    return false
  }
}
