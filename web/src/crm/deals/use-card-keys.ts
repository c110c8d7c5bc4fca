import { type RefObject, useEffect, useEffectEvent } from 'react'
import { locale } from '#web/i18n/locale.ts'
import { type Column, placeOf, stepped } from './columns.ts'
import type { Hand } from './use-drag.ts'

/** From card to card by the arrows; Enter or space takes one up, arrows carry it, Enter drops it, Escape puts it back. */
export const useCardKeys = (board: RefObject<HTMLElement | null>, columns: readonly Column[], hand: Hand): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const drag = hand.held()
    if (drag?.by === 'pointer') return
    const dealId = event.target.dataset.focus
    if (dealId === undefined || !board.current?.contains(event.target)) return
    const step = stepOf(event.key)
    if (drag) {
      // While a card is held, other keys do nothing.
      event.preventDefault()
      if (event.key === 'Escape') return hand.cancel()
      if (event.key === 'Enter' || event.key === ' ') return hand.drop()
      if (step) hand.carry(stepped(columns, drag.deal.id, drag.at, step))
      return
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      hand.take(dealId, 'keys')
      return
    }
    if (!step) return
    event.preventDefault()
    focusBeside(columns, dealId, step, (id) => {
      board.current?.querySelector<HTMLElement>(`[data-focus="${id}"]`)?.focus()
    })
  })
  useEffect(() => {
    const keys = (event: KeyboardEvent): void => onKeyDown(event)
    document.addEventListener('keydown', keys)
    return () => document.removeEventListener('keydown', keys)
  }, [])
}

type Step = Parameters<typeof stepped>[3]

const stepOf = (key: string): Step | undefined => {
  const [on, back] = locale.direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  const steps: Readonly<Record<string, Step>> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    Home: 'first',
    End: 'last',
    [on as string]: 'on',
    [back as string]: 'back',
  }
  return steps[key]
}

/** From card to card; columns without any are passed over. */
const focusBeside = (columns: readonly Column[], dealId: string, step: Step, focus: (dealId: string) => void): void => {
  const from = placeOf(columns, dealId)
  if (!from) return
  if (step === 'on' || step === 'back') {
    const order = step === 'on' ? columns : columns.toReversed()
    const next = order.slice(order.findIndex(({ id }) => id === from.stageId) + 1).find(({ deals }) => deals.length > 0)
    const beside = next?.deals[Math.min(from.index, next.deals.length - 1)]
    if (beside) focus(beside.id)
    return
  }
  const deals = columns.find(({ id }) => id === from.stageId)?.deals ?? []
  const index = { up: from.index - 1, down: from.index + 1, first: 0, last: deals.length - 1 }[step]
  const beside = deals[index]
  if (beside) focus(beside.id)
}
