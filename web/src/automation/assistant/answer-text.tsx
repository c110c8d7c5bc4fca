import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import type { SeenRecord } from '#web/wire.ts'
import classes from './ask.module.css'
import { strings } from './strings.ts'

/*
 * What a model wrote, as text: paragraphs, lists, emphasis, and links to records that it has seen. Nothing else becomes an element: no
 * picture, no HTML, no address is fetched because a model named it. A link to another host says which one, and waits for a click.
 */

export const AnswerText = ({ text, records, onFollow }: { text: string; records: readonly SeenRecord[]; onFollow(): void }) => (
  <div className={classes.answer} dir="auto">
    {blocksOf(text).map((block, at) => {
      const key = `${at}`
      if (block.kind === 'code')
        return (
          <pre key={key} dir="ltr" className={classes.code}>
            <code>{block.lines.join('\n')}</code>
          </pre>
        )
      if (block.kind === 'table') return <AnswerTable key={key} lines={block.lines} records={records} onFollow={onFollow} />
      const lines = block.lines.map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines only grow at the end
        <Inline key={`${row} ${line}`} text={line} records={records} onFollow={onFollow} />
      ))
      if (block.kind === 'text')
        return (
          <p key={key}>
            {lines.map((line, row) => (
              <Fragment key={line.key}>
                {row > 0 && <br />}
                {line}
              </Fragment>
            ))}
          </p>
        )
      const items = lines.map((line) => <li key={line.key}>{line}</li>)
      return block.kind === 'bullets' ? <ul key={key}>{items}</ul> : <ol key={key}>{items}</ol>
    })}
  </div>
)

interface Block {
  readonly kind: 'text' | 'bullets' | 'numbers' | 'code' | 'table'
  readonly lines: string[]
}

const bullet = /^\s*[-*•]\s+/
const number = /^\s*\d{1,3}[.)]\s+/
const fence = /^\s*(?:```|~~~)/
/** `|---|:--:|`: what makes a table of the line above it. */
const rule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let isNew = true
  let isCode = false
  const all = text.split('\n')
  for (const [at, line] of all.entries()) {
    if (fence.test(line)) {
      if (!isCode) blocks.push({ kind: 'code', lines: [] })
      isCode = !isCode
      isNew = true
      continue
    }
    if (isCode) {
      blocks.at(-1)?.lines.push(line)
      continue
    }
    const isTable = blocks.at(-1)?.kind === 'table' && !isNew && line.includes('|')
    if (isTable || (line.includes('|') && all[at + 1]?.includes('|') && rule.test(all[at + 1] ?? ''))) {
      if (isTable) blocks.at(-1)?.lines.push(line)
      else blocks.push({ kind: 'table', lines: [line] })
      isNew = false
      continue
    }
    if (line.trim() === '') {
      isNew = true
      continue
    }
    const kind = bullet.test(line) ? 'bullets' : number.test(line) ? 'numbers' : 'text'
    const plain = line.replace(kind === 'bullets' ? bullet : number, '').replace(/^#{1,6}\s+/, '')
    const last = blocks.at(-1)
    // A blank line between two items does not end their list.
    if (last?.kind === kind && (kind !== 'text' || !isNew)) last.lines.push(plain)
    else blocks.push({ kind, lines: [plain] })
    isNew = false
  }
  return blocks
}

/** The first line is the head, the second the rule below it. */
const AnswerTable = ({
  lines: [head = '', , ...rows],
  records,
  onFollow,
}: {
  lines: readonly string[]
  records: readonly SeenRecord[]
  onFollow(): void
}) => {
  const titles = cellsOf(head)
  return (
    // It is wider than a phone at times: then it is moved by the keyboard, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={classes.tableScroller} aria-label={strings.table} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            {titles.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
              <th key={`${at}`} scope="col">
                <Inline text={title} records={records} onFollow={onFollow} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only grow at the end
            <tr key={`${place}`}>
              {titles.map((title, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
                <td key={`${at} ${title}`}>
                  <Inline text={cellsOf(row)[at] ?? ''} records={records} onFollow={onFollow} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A bar inside a cell stands behind a backslash. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

// Each quantifier ends at what cannot be inside: the time is linear in the text.
const marks = /\[([^[\]\n]{1,300})\]\(([^()\s]{1,500})\)|\*\*([^*\n]{1,500})\*\*|`([^`\n]{1,500})`/g

const Inline = ({ text, records, onFollow }: { text: string; records: readonly SeenRecord[]; onFollow(): void }): ReactNode => {
  const parts: ReactNode[] = []
  let end = 0
  for (const found of text.matchAll(marks)) {
    const [all, name = '', target = '', strong, code] = found
    parts.push(text.slice(end, found.index))
    end = found.index + all.length
    if (strong !== undefined) parts.push(<strong key={end}>{strong}</strong>)
    else if (code !== undefined) parts.push(<code key={end}>{code}</code>)
    else parts.push(<Target key={end} name={name} target={target} records={records} onFollow={onFollow} />)
  }
  parts.push(text.slice(end))
  return <>{parts}</>
}

/** Of the record, or of the list that it stands in. */
const addressOf = ({ kind, id }: SeenRecord): string => {
  if (kind === 'task') return '/tasks'
  if (kind === 'knowledge') return `/settings/knowledge/${id}`
  return `/${kind === 'company' ? 'companies' : `${kind}s`}/${id}`
}

const Target = ({
  name,
  target,
  records,
  onFollow,
}: {
  name: string
  target: string
  records: readonly SeenRecord[]
  onFollow(): void
}) => {
  const [, kind, id] = /^([a-z]+):([0-9a-f-]{36})$/.exec(target) ?? []
  const record = records.find((seen) => seen.id === id && seen.kind === kind)
  if (record) return <RecordAnchor record={record} name={name} onFollow={onFollow} />
  const host = hostOf(target)
  if (host === null) return name
  return (
    <Anchor href={target} target="_blank" rel="noopener noreferrer nofollow" inherit underline="always">
      {name} ({host})
    </Anchor>
  )
}

export const RecordAnchor = ({ record, name, onFollow }: { record: SeenRecord; name?: string; onFollow(): void }) => (
  <Anchor component={Link} to={addressOf(record) as '/'} onClick={onFollow} inherit underline="always">
    <bdi>{name ?? record.name}</bdi>
  </Anchor>
)

/** Of an address that may be followed by a click; null of everything else. */
const hostOf = (target: string): string | null => {
  try {
    const { protocol, host, username, password } = new URL(target)
    return protocol === 'https:' && username === '' && password === '' ? host : null
  } catch {
    return null
  }
}
