import { Button } from '@mantine/core'
import { useState } from 'react'
import { IconUserCheck } from '#icons'
import { Card } from '#web/ui/card.tsx'
import { laterWindow } from '#web/ui/later-window.tsx'
import type { HumanStep } from '#web/wire.ts'
import classes from './human-steps.module.css'
import { StepFacts } from './step-facts.tsx'
import { StepForm } from './step-form.tsx'
import { strings } from './strings.ts'

const DelegateWindow = laterWindow(() => import('./delegate-window.tsx').then(({ DelegateWindow }) => DelegateWindow))

/** An open step: what it asks, and its form, which is answered in place. */
export const StepCard = ({ step, withAsked, onAnswered }: { step: HumanStep; withAsked: boolean; onAnswered?: () => void }) => {
  const [isDelegating, setDelegating] = useState(false)
  return (
    <Card
      title={step.heading}
      actions={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconUserCheck size={14} stroke={1.8} aria-hidden />}
          onClick={() => setDelegating(true)}
        >
          {strings.delegate}
        </Button>
      }
    >
      {step.text.trim() !== '' && (
        <p className={classes.words} dir="auto">
          {step.text}
        </p>
      )}
      <StepFacts step={step} withAsked={withAsked} />
      <StepForm step={step} {...(onAnswered && { onAnswered })} />
      <DelegateWindow opened={isDelegating} step={step} onClose={() => setDelegating(false)} />
    </Card>
  )
}
