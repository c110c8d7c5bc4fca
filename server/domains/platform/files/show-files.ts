import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { filesPlaces } from '#ports/files.ts'
import { choice, shape } from '#shapes'
import { countFiles, FileKind, fileKinds, findDamaged } from './stored-files.ts'

const FilesPlace = choice('FilesPlace', [...filesPlaces])
/** A page shows so many. */
const mostDamaged = 50

const FilesCount = shape('FilesCount', { kind: FileKind, files: z.int(), bytes: z.int() })
const DamagedFile = shape('DamagedFile', {
  kind: FileKind,
  subject_id: z.uuid().describe('The document, record, template’s file, email’s file, message or upload'),
  fault: z.string(),
  checked_at: z.iso.datetime().describe('When it was last read'),
})

export const showFiles = action({
  name: 'show-files',
  summary: 'Show where files are kept and how they are',
  description:
    'How many files the workspace keeps, in which place, when each was last read whole and compared with its SHA-256, and which are not what was stored. While the operator moves files to another place, `in_old_place` becomes smaller; they are read wherever they are.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'read',
  scope: 'documents:read',
  input: z.object({}),
  output: z.object({
    place: FilesPlace.describe('Where new files go: a folder of the server, or an S3 bucket'),
    files: z.int(),
    bytes: z.int(),
    kinds: z.array(FilesCount),
    in_old_place: z.object({ files: z.int(), bytes: z.int() }).describe('Files that are not yet where new ones go'),
    checks: z.object({
      oldest_at: z.iso.datetime().nullable().describe('Of the file that was read longest ago; each is within 30 days'),
      newest_at: z.iso.datetime().nullable(),
      damaged: z.int(),
    }),
    damaged: z.array(DamagedFile).describe(`The newest ${mostDamaged}`),
  }),
  errors: [],
  examples: [{ title: 'All files of the workspace', input: {} }],

  async run(_input, { db, org, ports }) {
    const counts = await countFiles(db, org.id)
    const damaged = await findDamaged(db, org.id, mostDamaged)
    const sum = (rows: typeof counts) => ({
      files: rows.reduce((all, { files }) => all + files, 0),
      bytes: rows.reduce((all, { bytes }) => all + bytes, 0),
    })
    const { place } = ports.files
    const times = (of: 'oldestAt' | 'newestAt') => counts.map((row) => row[of].getTime())
    return {
      place,
      ...sum(counts),
      kinds: fileKinds
        .map((kind) => ({ kind, ...sum(counts.filter((row) => row.kind === kind)) }))
        .filter(({ files }) => files > 0),
      in_old_place: sum(counts.filter((row) => row.place !== place)),
      checks: {
        oldest_at: counts.length === 0 ? null : new Date(Math.min(...times('oldestAt'))).toISOString(),
        newest_at: counts.length === 0 ? null : new Date(Math.max(...times('newestAt'))).toISOString(),
        damaged: counts.reduce((all, row) => all + row.damaged, 0),
      },
      damaged: damaged.map(({ kind, subject_id, fault, checked_at }) => ({
        ...{ kind: FileKind.parse(kind), subject_id, fault: fault ?? '', checked_at: checked_at.toISOString() },
      })),
    }
  },
})
