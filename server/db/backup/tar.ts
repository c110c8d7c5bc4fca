import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const block = 512

export interface TarWriter {
  /** Adds a member from a stream; answers its size in bytes once all of it is written. */
  add(name: string, content: Readable): Promise<number>
  /** Ends the archive and waits until the disk has it. */
  close(): Promise<void>
  /** Closes the file as it is, for a backup that failed. */
  abandon(): Promise<void>
}

/**
 * Writes a tar archive (POSIX.1-1988 ustar; sizes of 8 GiB and more in base 256, as GNU tar and bsdtar read them). A
 * member's header is written after its content, into the place that was left for it: its size need not be known before.
 */
export const writeTar = async (file: string, now: () => Date): Promise<TarWriter> => {
  const handle = await open(file, 'w', 0o600)
  let at = 0

  return {
    async add(name, content) {
      const start = at
      at += block
      await pipeline(
        content,
        new Writable({ write: (piece: Buffer, _encoding, done) => void append(piece).then(() => done(), done) }),
      )
      const size = at - start - block
      await append(Buffer.alloc(padding(size)))
      await writeAll(handle, header({ name, size, at: now() }), start)
      return size
    },
    async close() {
      await append(Buffer.alloc(2 * block))
      await handle.sync()
      await handle.close()
    },
    abandon: () => handle.close(),
  }

  async function append(piece: Buffer): Promise<void> {
    const to = at
    at += piece.length
    await writeAll(handle, piece, to)
  }
}

const writeAll = async (handle: FileHandle, bytes: Buffer, to: number): Promise<void> => {
  for (let done = 0; done < bytes.length; )
    done += (await handle.write(bytes, done, bytes.length - done, to + done)).bytesWritten
}

const padding = (size: number): number => (block - (size % block)) % block

export interface TarMember {
  readonly name: string
  /** In bytes. */
  readonly size: number
  read(): Readable
}

/** An archive cannot be read; the message says where. */
export class BadTar extends Error {}

/** The members of an archive, by name. Only their headers are read. Throws BadTar at a damaged header or a sudden end. */
export const readTar = async (file: string): Promise<Map<string, TarMember>> => {
  const handle = await open(file, 'r')
  try {
    const members = new Map<string, TarMember>()
    const { size: length } = await handle.stat()
    const head = Buffer.alloc(block)
    for (let at = 0; ; ) {
      const { bytesRead } = await handle.read(head, 0, block, at)
      if (bytesRead < block) throw new BadTar(`it ends after ${length} bytes, before its end marker`)
      if (head.every((byte) => byte === 0)) return members
      const member = readHeader(head, at)
      const start = at + block
      if (start + member.size > length) throw new BadTar(`it is cut off within ${member.name}`)
      members.set(member.name, {
        ...member,
        read: () =>
          member.size === 0
            ? Readable.from([])
            : createReadStream(file, { start, end: start + member.size - 1, highWaterMark: 256 * 1024 }),
      })
      at = start + member.size + padding(member.size)
    }
  } finally {
    await handle.close()
  }
}

const header = ({ name, size, at }: { name: string; size: number; at: Date }): Buffer => {
  const bytes = Buffer.alloc(block)
  const [prefix, rest] = splitName(name)
  bytes.write(rest, 0, 100)
  bytes.write('0000600\0', 100)
  bytes.write('0000000\0', 108)
  bytes.write('0000000\0', 116)
  if (size < 0o100000000000) bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  else {
    bytes[124] = 0x80
    bytes.writeBigUInt64BE(BigInt(size), 128)
  }
  bytes.write(
    `${Math.floor(at.getTime() / 1_000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  bytes.write('0', 156) // a regular file
  bytes.write('ustar\x0000', 257)
  bytes.write(prefix, 345, 155)
  bytes.write(`${checksum(bytes).toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

const readHeader = (bytes: Buffer, at: number): { name: string; size: number } => {
  const text = (from: number, length: number) => bytes.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  if (Number.parseInt(text(148, 8), 8) !== checksum(bytes)) throw new BadTar(`the header at byte ${at} is damaged`)
  const size = bytes[124] === 0x80 ? Number(bytes.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8)
  const prefix = text(345, 155)
  return { name: `${prefix && `${prefix}/`}${text(0, 100)}`, size }
}

/** The sum of all bytes, those of the checksum itself counted as spaces. */
const checksum = (bytes: Buffer): number => {
  let sum = 8 * 32
  for (let n = 0; n < block; n++) if (n < 148 || n >= 156) sum += bytes[n] as number
  return sum
}

/** A long name is cut at a slash: up to 155 bytes before it, up to 100 after. */
const splitName = (name: string): [string, string] => {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let cut = name.indexOf('/'); cut > 0; cut = name.indexOf('/', cut + 1)) {
    const rest = name.slice(cut + 1)
    if (Buffer.byteLength(rest) <= 100 && cut <= 155) return [name.slice(0, cut), rest]
  }
  throw new BadTar(`the name ${name} is too long for a tar archive`)
}
