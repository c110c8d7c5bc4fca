import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/gateway.ts'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sayFailure } from '#web/ui/say.tsx'
import type { CompanyMerge } from '#web/wire.ts'
import classes from './companies.module.css'
import { strings } from './strings.ts'

/** What was merged into a company, and can be separated again. */
export const MergedCompanies = ({ merges }: { merges: readonly CompanyMerge[] }) => {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: (mergeId: string) => call('undo-company-merge', { mergeId }),
    onSuccess: () => queries.invalidateQueries(),
    onError: (error) => sayFailure(error, strings.notSeparated),
  })
  if (merges.length === 0) return null
  return (
    <Card title={strings.merged}>
      <ul className={classes.merges}>
        {merges.map(({ id, source, at, person }) => (
          <li key={id} className={classes.merge}>
            <span>
              <bdi>{source.name}</bdi>
              <span className="dim">
                {' · '}
                {person && (
                  <>
                    <bdi>{person.name}</bdi>
                    {' · '}
                  </>
                )}
                <RelativeTime at={at} />
              </span>
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={strings.separateNamed(source.name ?? '')}
              loading={undo.isPending && undo.variables === id}
              onClick={() => undo.mutate(id)}
            >
              {strings.separate}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
