import { Button } from '@mantine/core'
import { IconChevronDown, IconUser } from '#icons'
import { useMembersByName } from '#web/platform/audit/choices.ts'
import { Menu } from '#web/ui/menu.tsx'
import { say, sayFailure } from '#web/ui/say.tsx'
import type { LeadDetail } from '#web/wire.ts'
import { useLeadChange } from './api.ts'
import classes from './lead-state.module.css'
import { strings } from './strings.ts'

/** Who takes care of the lead, and everyone who could. */
export const LeadOwner = ({ lead }: { lead: LeadDetail }) => {
  const members = useMembersByName()
  const change = useLeadChange(lead)
  const before = lead.owner?.id ?? null
  const give = (ownerId: string | null, name: string | undefined): void => {
    if (ownerId === before) return
    change.mutate(
      { ownerId, was: { ownerId: before } },
      {
        onSuccess: () =>
          say(name === undefined ? strings.ownedByNone : strings.ownedBy(name), () =>
            change.mutate({ ownerId: before, was: { ownerId } }, { onError: (error) => sayFailure(error, strings.notOwned) }),
          ),
        onError: (error) => sayFailure(error, strings.notOwned),
      },
    )
  }
  const name = lead.owner?.name || strings.noOwner
  return (
    <Menu
      position="bottom-end"
      width={220}
      target={
        <Button
          variant="default"
          leftSection={<IconUser size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={strings.ownerOf(name)}
        >
          <span className={classes.ownerName}>{name}</span>
        </Button>
      }
    >
      {(parts) => (
        <>
          <parts.Label>{strings.owner}</parts.Label>
          {[{ value: '', label: strings.noOwner }, ...members].map(({ value, label }) => (
            <parts.Item
              key={value}
              aria-current={(before ?? '') === value || undefined}
              onClick={() => give(value === '' ? null : value, value === '' ? undefined : label)}
            >
              {label}
            </parts.Item>
          ))}
        </>
      )}
    </Menu>
  )
}
