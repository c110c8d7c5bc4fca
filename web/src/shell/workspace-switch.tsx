import type { Menu } from '@mantine/core'
import { sayFailure } from '#web/ui/say.tsx'
import { call } from '../gateway.ts'
import { roleNames } from '../platform/members/role-strings.ts'
import { useProfile } from '../platform/profile/api.ts'
import { strings } from './strings.ts'
import classes from './workspace-switch.module.css'

/** The workspaces of the reader, in a menu; nothing for those who have one. */
export const WorkspaceSwitch = ({ parts }: { parts: typeof Menu }) => {
  const { data } = useProfile()
  if (!data || data.organizations.length < 2) return null
  const current = data.organizations.find((organization) => organization.current)?.id
  return (
    <>
      <parts.Label>{strings.workspaces}</parts.Label>
      <div className={classes.workspaces}>
        <parts.RadioGroup value={current ?? null} onChange={(id) => void (id !== current && switchTo(id))}>
          {data.organizations.map(({ id, name, role }) => (
            <parts.RadioItem key={id} value={id}>
              <span className={classes.workspaceName}>{name}</span>
              <span className={classes.role}>{roleNames[role]}</span>
            </parts.RadioItem>
          ))}
        </parts.RadioGroup>
      </div>
      <parts.Divider />
    </>
  )
}

/** The page is loaded anew: whatever was read or half typed belongs to the workspace before. */
const switchTo = async (organizationId: string): Promise<void> => {
  try {
    await call('switch-organization', { organizationId })
    location.assign('/')
  } catch (error) {
    sayFailure(error, strings.switchFailed)
  }
}
