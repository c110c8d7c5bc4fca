import { areSame, differencesOf, type FieldChange, type NodeChange } from './graph/differences.ts'
import type { Definition } from './graph/graph.ts'
import { spoken } from './json-schemas.ts'
import { stepName } from './step-names.ts'
import { strings } from './strings.ts'
import classes from './workflows.module.css'

/** What differs between two versions: step by step, and of a changed one the fields with what they were and are. */
export const DifferencesList = ({ before, after }: { before: Definition; after: Definition }) => {
  const differences = differencesOf(before, after)
  if (areSame(differences)) return <p className="dim">{strings.noDifferences}</p>
  return (
    <ul className={classes.differences}>
      {differences.workflow.length > 0 && (
        <li>
          <strong>{strings.ofWorkflow}</strong>
          <Fields fields={differences.workflow} />
        </li>
      )}
      {differences.nodes.map((change) => (
        <Changed key={change.node.id} change={change} />
      ))}
    </ul>
  )
}

const Changed = ({ change: { node, kind, fields } }: { change: NodeChange }) => (
  <li data-kind={kind}>
    <span className={classes.kind}>{strings[kind]}</span> <strong>{stepName(node)}</strong> <code>{node.id}</code>
    {fields.length > 0 && <Fields fields={fields} />}
  </li>
)

const Fields = ({ fields }: { fields: readonly FieldChange[] }) => (
  <dl>
    {fields.map(({ path, before, after }) => (
      <div key={path}>
        <dt>{path.split('.').map(spoken).join(' › ')}</dt>
        <dd>
          <span className="hidden-visually">{strings.before} </span>
          <del>{shown(before)}</del>
        </dd>
        <dd>
          <span className="hidden-visually">{strings.after} </span>
          <ins>{shown(after)}</ins>
        </dd>
      </div>
    ))}
  </dl>
)

const shown = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? strings.nothing
    : typeof value === 'string'
      ? value
      : typeof value === 'boolean'
        ? value
          ? strings.yes
          : strings.no
        : JSON.stringify(value)
