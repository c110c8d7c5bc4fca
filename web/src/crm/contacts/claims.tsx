import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconShieldQuestion } from '#icons'
import { ErrorNote } from '#web/ui/error-note.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { say } from '#web/ui/say.tsx'
import type { Claim } from '#web/wire.ts'
import { useContactChange } from './api.ts'
import classes from './contacts.module.css'
import { strings } from './strings.ts'

const sources: Readonly<Record<string, string>> = strings.claimSources

/** What unverified callers said of a contact, or to have of its addresses: a member decides, and nothing is joined before. */
export const Claims = ({ claims, contactId }: { claims: readonly Claim[]; contactId: string }) => {
  return (
    <section className={classes.claims} aria-label={strings.claimsTitle}>
      <h2 className={classes.claimsTitle}>
        <IconShieldQuestion size={18} stroke={1.8} aria-hidden /> {strings.claimsTitle}
      </h2>
      <p className="dim">{strings.claimsText}</p>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is no list to VoiceOver unless it says so */}
      <ul role="list" className={classes.claimList}>
        {claims.map((claim) => (
          <ClaimRow key={claim.id} claim={claim} contactId={contactId} />
        ))}
      </ul>
    </section>
  )
}

const ClaimRow = ({ claim, contactId }: { claim: Claim; contactId: string }) => {
  const decide = useContactChange('decide-claim')
  const isOther = claim.contact_id !== contactId
  const other = isOther ? { id: claim.contact_id, name: claim.contact_name } : claim.known_as
  const decideAs = (accept: boolean): void =>
    decide.mutate(
      { claimId: claim.id, accept },
      {
        onSuccess: () => say(accept ? strings.claimAccepted : strings.claimDismissed),
      },
    )
  return (
    <li>
      <span className={classes.claimText}>
        {isOther ? strings.claimOfOther : strings.claimOfThis} <bdi className={classes.claimValue}>{claim.value}</bdi>
        <span className="dim">
          {' '}
          · {sources[claim.source] ?? claim.source} · <RelativeTime at={claim.at} />
        </span>
      </span>
      {other && (
        <span>
          {strings.claimKnown}{' '}
          <Link to="/contacts/$contactId" params={{ contactId: other.id }}>
            <bdi>{other.name ?? strings.unnamedRecord}</bdi>
          </Link>
        </span>
      )}
      <ErrorNote error={decide.error} title={strings.claimFailed} />
      <Group gap="xs">
        <Button size="compact-sm" variant="default" loading={decide.isPending} onClick={() => decideAs(true)}>
          {other ? strings.claimMerge : strings.claimConfirm}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" disabled={decide.isPending} onClick={() => decideAs(false)}>
          {strings.claimDismiss}
        </Button>
      </Group>
    </li>
  )
}
