import { existsSync, statfsSync } from 'node:fs'

const inMemory = '/dev/shm'

/** Linux's folder in memory, where it has that much room; containers often give it 64 MB. */
export const sharedMemory = (bytes: number): string | undefined => {
  if (!existsSync(inMemory)) return undefined
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > bytes ? inMemory : undefined
}
