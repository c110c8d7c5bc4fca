import { Radio, Stack } from '@mantine/core'
import type { Role } from '#web/wire.ts'
import { strings } from './members-strings.ts'
import { roleNames } from './role-strings.ts'

const rolesMay: Record<Role, string> = { owner: strings.ownerMay, admin: strings.adminMay, member: strings.memberMay }

/** The roles that a member of this role may assign: only owners assign owner. */
const rolesOfferedTo = (role: Role): Role[] => (role === 'owner' ? ['member', 'admin', 'owner'] : ['member', 'admin'])

/** The roles that the reader may give, each with what it opens. For a form's `getInputProps`. */
export const RoleField = ({
  by,
  value,
  onChange,
  error,
}: {
  by: Role
  value?: Role
  onChange?(role: Role): void
  error?: string | undefined
}) => (
  <Radio.Group
    label={strings.role}
    value={value ?? null}
    onChange={(role) => onChange?.(role as Role)}
    {...(error === undefined ? {} : { error })}
  >
    <Stack gap="sm" mt={6}>
      {rolesOfferedTo(by).map((role) => (
        <Radio key={role} value={role} label={roleNames[role]} description={rolesMay[role]} />
      ))}
    </Stack>
  </Radio.Group>
)
